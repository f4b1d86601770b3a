/** See scripts/inlined-scripts.ts. */
declare module '*?inlined' {
  export const script: string;
}
