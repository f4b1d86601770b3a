import type { IconName } from './icons.ts';

interface Props {
  name: IconName;
  size?: number;
}

/**
 * Decoration beside a word or a label. The drawing itself stands once in the page's HTML
 * (IconSprite.astro), so that no script has to carry it, and its looks in base.css.
 */
export function Icon({ name, size = 24 }: Props) {
  // In rem: it grows with the letters beside it.
  const side = `${size / 16}rem`;
  return (
    <svg aria-hidden="true" className="icon" height={side} width={side}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
