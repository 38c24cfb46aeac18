/** Applying a list of rules to a user, all of them or none. */
import { RuleError } from './rule-error.ts';
import type { RuleContext } from './selector.ts';
import { User } from './user.ts';

/**
 * Joins selectors that were given in several words, "(+get" "~a)", into one each. Returns the
 * index of a parenthesis that is never closed instead when there is one.
 */
export function mergeSelectors(words: readonly string[]): string[] | { readonly openAt: number } {
  const merged: string[] = [];
  let open = '';
  let openAt = -1;
  words.forEach((word, i) => {
    if (openAt === -1) {
      if (word.startsWith('(') && !word.endsWith(')')) {
        open = word;
        openAt = i;
      } else merged.push(word);
      return;
    }
    open += ` ${word}`;
    if (word.endsWith(')')) {
      merged.push(open);
      openAt = -1;
    }
  });
  return openAt === -1 ? merged : { openAt };
}

/**
 * A user with the rules applied on top of `base` (or of nothing), or the text of what is wrong
 * with them. `base` is not changed.
 */
export function withRules(
  base: User | null,
  name: string,
  words: readonly string[],
  context: RuleContext,
): User | string {
  const merged = mergeSelectors(words);
  if (!Array.isArray(merged)) {
    return `Unmatched parenthesis in acl selector starting at '${words[merged.openAt]}'.`;
  }
  const user = new User(name, context);
  if (base !== null) user.copyFrom(base);
  for (const op of merged) {
    try {
      user.apply(op);
    } catch (e) {
      if (!(e instanceof RuleError)) throw e;
      return `Error in ACL SETUSER modifier '${op}': ${e.text}`;
    }
  }
  return user;
}
