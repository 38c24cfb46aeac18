/** What can be wrong with an ACL rule, and how the reference says it. */

export const RULE_ERRORS = {
  unknownName: 'Unknown command or category name in ACL',
  syntax: 'Syntax error',
  keysAfterAll:
    "Adding a pattern after the * pattern (or the 'allkeys' flag) is not valid and does not have any effect. Try 'resetkeys' to start with an empty list of patterns",
  channelsAfterAll:
    "Adding a pattern after the * pattern (or the 'allchannels' flag) is not valid and does not have any effect. Try 'resetchannels' to start with an empty list of channels",
  noSuchPassword: 'The password you are trying to remove from the user does not exist',
  badHash:
    'The password hash must be exactly 64 characters and contain only lowercase hexadecimal characters',
  duplicateUser: 'Duplicate user found. A user can only be defined once in config files',
  firstArgOfSubcommand: 'Allowing first-arg of a subcommand is not supported',
  format: 'Wrong format',
} as const;

/** Thrown by a rule that cannot be applied. */
export class RuleError {
  constructor(readonly kind: keyof typeof RULE_ERRORS) {}

  get text(): string {
    return RULE_ERRORS[this.kind];
  }
}

export function ruleError(kind: keyof typeof RULE_ERRORS): never {
  throw new RuleError(kind);
}

/** Blanks and zero bytes, which names and patterns may not have: rules are written parted by blanks. */
export function hasBlanks(text: string): boolean {
  return /[ \t\n\v\f\r\0]/.test(text);
}
