/**
 * ACL files: one line a user, "user <name> <rule> ...", rules parted by single blanks, no comments.
 * A file is taken as a whole or not at all.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { hasBlanks, RuleError } from './rule-error.ts';
import type { RuleContext } from './selector.ts';
import { mergeSelectors } from './setuser.ts';
import { User } from './user.ts';

const NOTHING_CHANGED =
  'WARNING: ACL errors detected, no change to the previously active ACL rules was performed';

/** What was wrong with a file, all in one line. */
export class AclFileError {
  constructor(readonly text: string) {}
}

/** The users of a file's text (binary string); `file` names it in errors. Throws AclFileError. */
export function parseAclFile(text: string, file: string, context: RuleContext): Map<string, User> {
  const users = new Map<string, User>();
  let errors = '';
  text.split('\n').forEach((raw, i) => {
    const line = raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    if (line !== '')
      errors += parseLine(line.split(' '), `${file}:${i + 1}`, i + 1, users, context);
  });
  if (errors !== '') throw new AclFileError(errors + NOTHING_CHANGED);
  return users;
}

/** Adds the user of one line; returns what is wrong with it. */
function parseLine(
  words: readonly string[],
  place: string,
  line: number,
  users: Map<string, User>,
  context: RuleContext,
): string {
  const [keyword, name, ...rules] = words;
  if (keyword !== 'user' || name === undefined) {
    return `${place} should start with user keyword followed by the username. `;
  }
  if (hasBlanks(name)) return `'${place}: username '${name}' contains invalid characters. `;
  if (users.has(name)) return `WARNING: Duplicate user '${name}' found on line ${line}. `;
  const user = new User(name, context);
  users.set(name, user);
  const merged = mergeSelectors(rules);
  if (!Array.isArray(merged)) return `${place}: Unmatched parenthesis in selector definition.`;
  let errors = '';
  let syntaxErrors = 0;
  for (const op of merged.map((rule) => rule.replace(/^[\t\r\n]+|[\t\r\n]+$/g, ''))) {
    try {
      user.apply(op);
    } catch (e) {
      if (!(e instanceof RuleError)) throw e;
      // Only unknown names are repeated: other rules may hold a password.
      if (e.kind === 'unknownName') {
        errors += `${place}: Error in applying operation '${op}': ${e.text}. `;
      } else if (syntaxErrors++ === 0) errors += `${place}: ${e.text}. `;
    }
  }
  return errors;
}

/** Reads a file as a binary string; throws AclFileError. */
export function readAclFile(file: string): string {
  try {
    return readFileSync(Buffer.from(file, 'latin1')).latin1Slice();
  } catch (e) {
    throw new AclFileError(`Error loading ACLs, opening file '${file}': ${systemError(e)}`);
  }
}

/** The system's words for a failed call: "ENOENT: no such file ..." becomes "No such file ...". */
function systemError(e: unknown): string {
  const text = e instanceof Error ? e.message.replace(/^[A-Z0-9]+: /, '').replace(/, .*$/, '') : '';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Writes the users' lines. Ordering: the new text is on disk before it takes the old one's name,
 * and the name is on disk before this returns; a crash leaves the old file or the new one.
 */
export function writeAclFile(file: string, lines: readonly string[]): void {
  const path = Buffer.from(file, 'latin1').toString();
  const temporary = `${path}.tmp-${process.pid}-${Date.now()}`;
  try {
    const fd = openSync(temporary, 'w', 0o644);
    try {
      const bytes = Buffer.from(lines.map((l) => `${l}\n`).join(''), 'latin1');
      let at = 0;
      while (at < bytes.length) at += writeSync(fd, bytes, at);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (e) {
    rmSync(temporary, { force: true });
    throw e;
  }
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
