/** Long enough for a loaded two-core machine; it ends a hang, it measures nothing. */
const DEFAULT_DEADLINE_MS = 60_000;

/** Asks again until the answer is neither undefined nor false, and returns it; throws at the deadline. */
export async function eventually<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  options: { deadlineMs?: number; everyMs?: number } = {},
): Promise<T> {
  const { deadlineMs = DEFAULT_DEADLINE_MS, everyMs = 25 } = options;
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`still waiting after ${deadlineMs} ms for: ${what}`);
    await Bun.sleep(everyMs);
  }
}
