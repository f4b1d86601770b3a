/** The lock is lost whenever the page is hidden, so it is asked for again on return. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;
  const request = async () => {
    if (stopped || document.visibilityState !== 'visible') return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (stopped) await lock.release();
    } catch {
      // Refused (low battery, policy): the code is shown, or read, anyway.
    }
  };
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release();
  };
}
