function reject(): never {
  throw new Error('It took too long.');
}

/**
 * What `work` resolves to, or what `onTimeout` returns or throws if that takes longer. The work
 * itself goes on.
 */
export async function withTimeout<T>(
  work: PromiseLike<T>,
  ms: number,
  onTimeout: () => T = reject,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, late.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
