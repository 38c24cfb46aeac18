import type { Health } from './descriptor.ts';

const PATIENCE_MS = 1000;

/** Asks an HTTP server for a sign of life; that it wants credentials is one too. */
export async function probeHttp(url: string): Promise<Health> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    if (response.status === 503) return 'busy';
    return response.status === 200 || response.status === 401 ? 'ready' : 'silent';
  } catch {
    return 'silent';
  }
}
