/**
 * Stands in for @supabase/realtime-js, which the site never opens: 16.5 kB less on each page.
 * astro.config.mjs aliases it; the methods are those the client library itself calls.
 */
export class RealtimeClient {
  async setAuth() {}
  channel(): never {
    throw new Error('This build has no realtime channel.');
  }
  getChannels() {
    return [];
  }
  async removeChannel() {
    return 'ok' as const;
  }
  async removeAllChannels() {
    return [];
  }
}
