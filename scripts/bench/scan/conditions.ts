/** Under which a till scans: each by itself, at five distances. */
import type { Shot } from './camera.ts';

export const DISTANCES_MM = [120, 167, 215, 262, 310];

/** A phone held upright into good light: what all conditions begin with. */
const PLAIN: Omit<Shot, 'distanceMm'> = {
  rotation: 2,
  tilt: 3,
  turn: 2,
  blur: 0.6,
  noise: 1.5,
  black: 12,
  white: 235,
  glare: 0,
  glareWidth: 1,
  quality: 85,
};

export const CONDITIONS: Record<string, Omit<Shot, 'distanceMm'>> = {
  plain: PLAIN,
  'out of focus': { ...PLAIN, blur: 1.1 },
  'noise of a dark room': { ...PLAIN, noise: 5 },
  'a dim screen': { ...PLAIN, black: 10, white: 80, noise: 2.5 },
  'washed out by the sun': { ...PLAIN, black: 130, white: 235 },
  'turned by 15°': { ...PLAIN, rotation: 15 },
  'turned by 30°': { ...PLAIN, rotation: 30 },
  'tipped back by 30°': { ...PLAIN, tilt: 30 },
  'aside and tipped by 20°': { ...PLAIN, tilt: 20, turn: 20 },
  'compressed to JPEG 40': { ...PLAIN, quality: 40 },
  'a lamp in the glass': { ...PLAIN, glare: 110, glareWidth: 0.06 },
};
