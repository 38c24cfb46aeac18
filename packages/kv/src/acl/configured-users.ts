/**
 * The `user` lines of the configuration file: checked while the file is read, made into users when
 * the server starts.
 */
import type { Acl } from './acl.ts';
import { hasBlanks, RULE_ERRORS, RuleError } from './rule-error.ts';
import type { RuleContext } from './selector.ts';
import { mergeSelectors } from './setuser.ts';
import { User } from './user.ts';

export class ConfiguredUsers {
  private readonly lines = new Map<string, readonly string[]>();

  constructor(private readonly context: RuleContext) {}

  /**
   * Takes the words after `user`. Returns what is wrong, or null; an unknown command is told only
   * by `start`. The word that the reference blames is counted from the wrong place, and so is ours.
   */
  add(words: readonly string[]): string | null {
    const [name = '', ...rules] = words;
    const line = ['user', ...words];
    const wrong = (at: number, text: string) => `Error in user declaration '${line[at]}': ${text}`;
    if (this.lines.has(name)) return wrong(1, RULE_ERRORS.duplicateUser);
    const merged = mergeSelectors(rules);
    if (!Array.isArray(merged)) return wrong(merged.openAt, RULE_ERRORS.format);
    const trial = new User(name, this.context);
    for (const [i, op] of merged.entries()) {
      const problem = tryRule(trial, op);
      if (problem !== null && problem.kind !== 'unknownName') return wrong(i, problem.text);
    }
    this.lines.set(name, merged);
    return null;
  }

  /**
   * Makes the users, or loads the ACL file when one is configured instead. Returns why the server
   * cannot start, or null.
   */
  start(acl: Acl, aclfile: string, notice: (text: string) => void): string | null {
    if (aclfile !== '' && this.lines.size > 0) {
      return 'Configuring Redis with users defined in redis.conf and at the same setting an ACL file path is invalid. This setup is very likely to lead to configuration errors and security holes, please define either an ACL file or declare users directly in your redis.conf, but not both.';
    }
    for (const [name, rules] of this.lines) {
      if (hasBlanks(name)) return 'Spaces not allowed in ACL usernames';
      const user = acl.fresh(name);
      for (const op of rules) {
        const problem = tryRule(user, op);
        if (problem !== null) {
          return `Error loading ACL rule '${op}' for the user named '${name}': ${problem.text}`;
        }
      }
      if (!user.enabled) {
        notice(
          `The user '${name}' is disabled (there is no 'on' modifier in the user description). Make sure this is not a configuration error.`,
        );
      }
    }
    if (aclfile === '') return null;
    const errors = acl.load();
    return errors === null ? null : `Aborting Redis startup because of ACL errors: ${errors}`;
  }
}

function tryRule(user: User, op: string): RuleError | null {
  try {
    user.apply(op);
    return null;
  } catch (e) {
    if (e instanceof RuleError) return e;
    throw e;
  }
}
