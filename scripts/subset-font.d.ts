/** What draw-font.ts uses of the package, which brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, number>;
      keepFeatures: string[];
    },
  ): Promise<Buffer>;
}
