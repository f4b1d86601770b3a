import { initial } from '../../lib/domain/graphemes.ts';
import { sizedPhoto } from '../../lib/sized-photo.ts';
import { hash } from '../ui/hash.ts';
import { type ImagePriority, useImageFallback } from '../ui/use-image-fallback.ts';
import styles from './StoreLogo.module.css';

/** The backgrounds --mark-0 to --mark-5. */
const COLORS = 6;

interface Props {
  /** The store's id: it picks the color used instead. */
  seed: string;
  name: string;
  url: string | null;
  size?: 'small' | 'medium' | 'large';
  priority?: ImagePriority | undefined;
}

/**
 * A store's logo, or its initial on a color. Decoration: the store's name is next to it. The elements are the
 * same either way, or React would redraw the snapshot of a failed logo, and lose a tap meanwhile.
 */
export function StoreLogo({ seed, name, url, size = 'small', priority = 'near' }: Props) {
  const { usable, attributes } = useImageFallback(url, priority, sizedPhoto(url, 'logo'));
  return (
    <span
      aria-hidden="true"
      className={styles.logo}
      data-color={hash(seed) % COLORS}
      data-size={size}
    >
      {initial(name)}
      {url && (
        <img
          {...attributes}
          alt=""
          data-failed={usable === null ? url : undefined}
          height={64}
          width={64}
        />
      )}
    </span>
  );
}
