/** The part of qrcode that computes the modules; its drawing half would be dead weight here. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
