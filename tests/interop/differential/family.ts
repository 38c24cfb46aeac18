import type { Draw } from './draw.ts';
import type { Command } from './peer.ts';

/** How one command's arguments are drawn. `weight` is relative to the others of its family. */
export interface Recipe {
  readonly name: string;
  readonly weight: number;
  readonly draw: (d: Draw) => string[];
}

/** Commands that belong together, most of them on keys of one kind. */
export interface Family {
  readonly name: string;
  readonly weight: number;
  readonly recipes: readonly Recipe[];
}

/** A recipe; `name` may hold a subcommand, 'XGROUP CREATE'. */
export function recipe(name: string, draw: (d: Draw) => string[], weight = 1): Recipe {
  return { name, weight, draw };
}

/** The command that a recipe gives this time. */
export function follow({ name, draw }: Recipe, d: Draw): Command {
  return [...name.split(' '), ...draw(d)];
}

/** One of `choices`, by their weights. */
export function pickWeighted<T extends { readonly weight: number }>(
  choices: readonly T[],
  d: Draw,
): T {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let at = (d.between(0, 999_999) / 1_000_000) * total;
  for (const choice of choices) {
    at -= choice.weight;
    if (at < 0) return choice;
  }
  return choices[choices.length - 1] as T;
}
