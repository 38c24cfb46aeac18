/** What a request of the corpus consists of, before somebody breaks it. */
export interface Sample {
  readonly method: string;
  readonly path: string;
  /** An object, or the lines of NDJSON; none when missing. */
  readonly body?: unknown;
}

export const sample = (method: string, path: string, body?: unknown): Sample =>
  body === undefined ? { method, path } : { method, path, body };

/** The body as it is sent. */
export function bodyText({ body }: Sample): string {
  if (body === undefined) return '';
  if (Array.isArray(body)) return body.map((line) => `${JSON.stringify(line)}\n`).join('');
  return JSON.stringify(body);
}
