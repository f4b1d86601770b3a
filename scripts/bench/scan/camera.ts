/**
 * A till's camera that looks at a phone: a pinhole in front of a plane that glows, with a lens that
 * is never quite sharp, a sensor that is noisy, and a video stream that is compressed.
 */
import sharp from 'sharp';
import { normal, type Random, seeded } from './random.ts';

/** The frame is square, as much of it as a decoder looks at. */
export const FRAME = 1080;
/** Pixels of the frame in a radian, near its middle: a lens of 45° across these pixels. */
const FOCAL_PX = 1300;
/** A CSS pixel is as large as a code of 176 px is on a phone: 28 mm. */
const MM_PER_CSS_PX = 28 / 176;
/** What is not phone: a counter. */
const COUNTER = 70;

/** A picture in grey, 0 to 255. */
export interface Grey {
  width: number;
  height: number;
  pixels: Uint8Array | Float32Array;
}

/** What is on the phone, and where in it the code's middle is, in pixels of the picture. */
export interface Screen extends Grey {
  centre: { x: number; y: number };
  /** Pixels of the picture in a CSS pixel. */
  density: number;
}

/** How the picture is taken. Angles in degrees, light from 0 to 255. */
export interface Shot {
  distanceMm: number;
  /** Around the line of sight. */
  rotation: number;
  /** The phone tips back, or turns aside. */
  tilt: number;
  turn: number;
  /** The lens's softness: the deviation of a Gauss, in pixels of the frame. */
  blur: number;
  /** The deviation of the sensor's noise. */
  noise: number;
  /** What black and white of the screen come to. */
  black: number;
  white: number;
  /** Light on the glass, at most, and how wide it lies as a share of the frame. */
  glare: number;
  glareWidth: number;
  /** Of the JPEG, 0 to 100. */
  quality: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Vector = readonly [number, number, number];

/** The plane's two axes and what stands upright on it, in the camera's space. */
function planeOf({ rotation, tilt, turn }: Shot): { right: Vector; down: Vector; upright: Vector } {
  const [sinR, cosR] = [Math.sin(radians(rotation)), Math.cos(radians(rotation))];
  const [sinT, cosT] = [Math.sin(radians(tilt)), Math.cos(radians(tilt))];
  const [sinU, cosU] = [Math.sin(radians(turn)), Math.cos(radians(turn))];
  // Rotated in itself, then turned aside, then tipped back.
  const axis = (x: number, y: number): Vector => {
    const [rx, ry] = [x * cosR - y * sinR, x * sinR + y * cosR];
    const [ux, uz] = [rx * cosU, -rx * sinU];
    return [ux, ry * cosT - uz * sinT, ry * sinT + uz * cosT];
  };
  const [right, down] = [axis(1, 0), axis(0, 1)];
  const upright: Vector = [
    right[1] * down[2] - right[2] * down[1],
    right[2] * down[0] - right[0] * down[2],
    right[0] * down[1] - right[1] * down[0],
  ];
  return { right, down, upright };
}

/** The screen made smaller by a whole number: each pixel the mean of those it stands for. */
function reduced({ width, height, pixels }: Grey, by: number): Grey {
  const small = { width: Math.floor(width / by), height: Math.floor(height / by) };
  const means = new Float32Array(small.width * small.height);
  for (let row = 0; row < small.height * by; row += 1) {
    const to = Math.floor(row / by) * small.width;
    for (let column = 0; column < small.width * by; column += 1) {
      const at = to + Math.floor(column / by);
      means[at] = (means[at] ?? 0) + (pixels[row * width + column] ?? 0) / (by * by);
    }
  }
  return { ...small, pixels: means };
}

/** Samples of each pixel of the frame, in both directions. */
const SAMPLES = 2;

/** Each pixel of the frame is the mean of what it covers of the screen. */
function project(screen: Screen, shot: Shot): Float32Array {
  const { right, down, upright } = planeOf(shot);
  const perMm = screen.density / MM_PER_CSS_PX;
  const by = Math.max(1, Math.floor(((shot.distanceMm / FOCAL_PX) * perMm) / SAMPLES));
  const { width, height, pixels } = reduced(screen, by);
  const scale = (shot.distanceMm * perMm) / by;
  const [middleX, middleY] = [screen.centre.x / by, screen.centre.y / by];
  const frame = new Float32Array(FRAME * FRAME);
  for (let row = 0; row < FRAME * SAMPLES; row += 1) {
    const y = ((row + 0.5) / SAMPLES - FRAME / 2) / FOCAL_PX;
    for (let column = 0; column < FRAME * SAMPLES; column += 1) {
      const x = ((column + 0.5) / SAMPLES - FRAME / 2) / FOCAL_PX;
      // How far along its ray this point meets the plane, the distance being 1.
      const along = upright[2] / (upright[0] * x + upright[1] * y + upright[2]);
      const across = along * (right[0] * x + right[1] * y + right[2]) - right[2];
      const downwards = along * (down[0] * x + down[1] * y + down[2]) - down[2];
      const left = Math.floor(middleX + across * scale);
      const top = Math.floor(middleY + downwards * scale);
      const isOn = left >= 0 && top >= 0 && left < width && top < height;
      const at = Math.floor(row / SAMPLES) * FRAME + Math.floor(column / SAMPLES);
      const light = isOn ? (pixels[top * width + left] ?? 0) : COUNTER;
      frame[at] = (frame[at] ?? 0) + light / SAMPLES ** 2;
    }
  }
  return frame;
}

function blurred(frame: Float32Array, sigma: number): Float32Array {
  if (sigma === 0) return frame;
  const reach = Math.ceil(sigma * 3);
  const weights = Array.from({ length: reach * 2 + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma ** 2)),
  );
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const kernel = Float32Array.from(weights, (weight) => weight / sum);
  /** Along the rows, written down as columns: twice is both ways and upright again. */
  const pass = (from: Float32Array) => {
    const to = new Float32Array(from.length);
    for (let row = 0; row < FRAME; row += 1) {
      for (let column = 0; column < FRAME; column += 1) {
        let light = 0;
        for (let step = -reach; step <= reach; step += 1) {
          const near = Math.min(FRAME - 1, Math.max(0, column + step));
          light += (from[row * FRAME + near] ?? 0) * (kernel[step + reach] ?? 0);
        }
        to[column * FRAME + row] = light;
      }
    }
    return to;
  };
  return pass(pass(frame));
}

/** Noise enough for any frame, which each reads from another place on. */
const NOISE = Float32Array.from(
  { length: 1 << 20 },
  (
    (random) => () =>
      normal(random)
  )(seeded(1)),
);

/** The light that arrives, and what the sensor makes of it. */
function exposed(frame: Float32Array, shot: Shot, random: Random): Uint8Array {
  const pixels = new Uint8Array(frame.length);
  const [atX, atY] = [0.5 + (random() - 0.5) * 0.2, 0.5 + (random() - 0.5) * 0.2];
  const noiseFrom = Math.floor(random() * NOISE.length);
  /** A Gauss of two directions is the product of one in each. */
  const glare = (at: number) =>
    Float32Array.from({ length: FRAME }, (_, index) =>
      Math.exp(-((index / FRAME - at) ** 2) / (2 * shot.glareWidth ** 2)),
    );
  const [across, down] = [glare(atX), glare(atY)];
  const contrast = (shot.white - shot.black) / 255;
  for (let row = 0; row < FRAME; row += 1) {
    const glareOfRow = shot.glare * (down[row] ?? 0);
    for (let column = 0; column < FRAME; column += 1) {
      const index = row * FRAME + column;
      const noise = shot.noise * (NOISE[(noiseFrom + index * 7) % NOISE.length] ?? 0);
      const light = shot.black + (frame[index] ?? 0) * contrast;
      pixels[index] = Math.min(
        255,
        Math.max(0, light + glareOfRow * (across[column] ?? 0) + noise),
      );
    }
  }
  return pixels;
}

async function compressed(pixels: Uint8Array, quality: number): Promise<Uint8Array> {
  const raw = { width: FRAME, height: FRAME, channels: 1 as const };
  const jpeg = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer();
  return new Uint8Array(await sharp(jpeg).greyscale().raw().toBuffer());
}

/** One frame of the video. The same numbers give the same frame. */
export async function photograph(screen: Screen, shot: Shot, random: Random): Promise<Grey> {
  const sharpFrame = project(screen, shot);
  const pixels = exposed(blurred(sharpFrame, shot.blur), shot, random);
  return { width: FRAME, height: FRAME, pixels: await compressed(pixels, shot.quality) };
}
