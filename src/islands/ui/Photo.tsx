import { classes } from './classes.ts';
import { hash } from './hash.ts';
import styles from './Photo.module.css';
import { useImageFallback } from './use-image-fallback.ts';

interface Props {
  src: string | null;
  alt: string;
  /** The id of what is shown: it chooses the illustration that stands in. */
  seed: string;
  className?: string | undefined;
  /** Above the fold: fetched at once, before what the page needs later. */
  eager?: boolean;
}

const drawings = ['cup', 'bowl', 'bread', 'glass', 'gift', 'music', 'market', 'flower'] as const;

/** The address of the illustration that belongs to this id. */
const drawingFor = (seed: string): string =>
  `/placeholder/${drawings[hash(seed) % drawings.length]}.svg`;

/** A photo, or the drawn illustration where there is none or it fails to load. */
export function Photo({ src, alt, seed, className, eager = false }: Props) {
  const { usable, image, onError } = useImageFallback(src);
  return (
    <img
      alt={alt}
      className={classes(styles.photo, className)}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      height={300}
      loading={eager ? 'eager' : 'lazy'}
      onError={onError}
      ref={image}
      src={usable ?? drawingFor(seed)}
      width={400}
    />
  );
}
