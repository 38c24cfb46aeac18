/**
 * A mistake of the user or of the machine, not of the program. Its message is the whole story: a
 * sentence that names the culprit, then what to do about it. It is printed without a stack.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
