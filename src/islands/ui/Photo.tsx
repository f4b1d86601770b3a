import { BASE_PATH } from '../../lib/base-path.ts';
import { classes } from './classes.ts';
import { hash } from './hash.ts';
import styles from './Photo.module.css';
import { type ImagePriority, type ImageSource, useImageFallback } from './use-image-fallback.ts';

interface Props {
  src: string | null;
  alt: string;
  /** The id of what is shown: it picks the illustration used instead. */
  seed: string;
  /** The photo in about the size in which it is shown, if there is one. */
  sized?: ImageSource | null;
  className?: string | undefined;
  priority?: ImagePriority | undefined;
}

const placeholders = [
  'cup',
  'bowl',
  'bread',
  'glass',
  'gift',
  'music',
  'market',
  'flower',
] as const;

/** The address of the illustration that belongs to this id. */
const placeholderFor = (seed: string): string =>
  `${BASE_PATH}/placeholder/${placeholders[hash(seed) % placeholders.length]}.svg`;

/** A photo, or the drawn illustration if there is none or it fails to load. */
export function Photo({ src, sized, alt, seed, className, priority = 'near' }: Props) {
  const { attributes, usable } = useImageFallback(src, priority, sized, placeholderFor(seed));
  return (
    <span className={classes(styles.photo, className)}>
      <img
        {...attributes}
        alt={alt}
        data-failed={usable === null ? src || undefined : undefined}
        height={300}
        width={400}
      />
    </span>
  );
}
