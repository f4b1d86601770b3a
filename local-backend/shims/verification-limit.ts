import { createRateLimit } from '../rate-limit.ts';

const WINDOW_SECONDS = 5 * 60;

/**
 * Shim: the hosted service counts the verifications of a network address, right and wrong ones: 30
 * at once, and as many again over the next five minutes, one every ten seconds. lite counts none,
 * so that a code could be guessed.
 */
export const createVerificationLimit = (limit: number) => createRateLimit(limit, WINDOW_SECONDS);
