import type { IconName } from './icons.ts';

interface Props {
  name: IconName;
  size?: number;
}

/**
 * Decoration next to a word or a label. The drawing itself is in the page's HTML once (IconSprite.astro),
 * so that no script has to carry it, and its style is in base.css.
 */
export function Icon({ name, size = 24 }: Props) {
  // In rem: it grows with the letters next to it.
  const side = `${size / 16}rem`;
  return (
    <svg aria-hidden="true" className="icon" height={side} width={side}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
