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
/** The part of qrcode that computes the modules; its drawing half would be dead weight here. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
