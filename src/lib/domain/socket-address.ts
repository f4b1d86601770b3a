/** Where the backend pushes: the one address of a socket that a page may open. */
export const socketAddress = (backend: string): string =>
  `${backend.replace(/^http/, 'ws')}/realtime/v1/websocket`;
