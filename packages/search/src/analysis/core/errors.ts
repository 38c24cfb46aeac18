/** A refusal by analysis; answered with HTTP 400 and this type by the REST layer. */
export class AnalysisError extends Error {
  readonly type: string;

  constructor(message: string, type = 'illegal_argument_exception', cause?: AnalysisError) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AnalysisError';
    this.type = type;
  }
}
