/** Which requests are the backend's; apart from the rest of it, which takes a second to load. */
const BACKEND_PATHS = /^\/((auth|rest|storage|functions)\/v1|local)(\/|$)/;

export const isOfBackend = (path: string): boolean => BACKEND_PATHS.test(path);
