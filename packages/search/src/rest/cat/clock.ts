/** The moment of an answer, as several tables begin with it. */
export function clock(): { epoch: number; timestamp: string } {
  const now = new Date();
  return { epoch: Math.floor(now.getTime() / 1000), timestamp: now.toISOString().slice(11, 19) };
}
