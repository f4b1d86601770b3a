/** See scripts/build/plugins/inlined-scripts.ts. */
declare module '*?inlined' {
  export const script: string;
}
declare module '*?alone' {
  export const url: string;
}
declare module '*?run' {
  export const printed: Record<string, string>;
}
