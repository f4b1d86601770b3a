/** See scripts/build/plugins/inlined-scripts.ts. */
declare module '*?inlined' {
  export const script: string;
}
