import type { Difference, Duel } from './duel.ts';
import type { Command } from './peer.ts';

/** The shortest sequence found, by leaving out ever smaller pieces, that still shows a difference. */
export async function shrink(duel: Duel, difference: Difference): Promise<Difference> {
  let best = difference;
  for (let piece = Math.ceil(best.history.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
    for (let end = best.history.length; end > 0; end -= piece) {
      const shorter = without(best.history, Math.max(0, end - piece), end);
      const found = await replay(duel, shorter);
      if (found !== undefined) best = found;
      if (end > best.history.length) end = best.history.length + piece;
    }
  }
  await duel.reset();
  return best;
}

async function replay(duel: Duel, commands: readonly Command[]): Promise<Difference | undefined> {
  await duel.reset();
  return duel.compare(commands);
}

const without = (commands: readonly Command[], from: number, to: number) => [
  ...commands.slice(0, from),
  ...commands.slice(to),
];
