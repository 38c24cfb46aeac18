import type { Writable } from '../json/values.ts';

export type ResponseBody =
  | { readonly kind: 'value'; readonly value: Writable }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' };

/** What a handler answers; format, layout and filtering come later and are not its business. */
export class RestResponse {
  readonly status: number;
  readonly body: ResponseBody;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  private constructor(
    status: number,
    body: ResponseBody,
    headers: Readonly<Record<string, string | readonly string[]>>,
  ) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  static of(value: Writable, status = 200, headers: RestResponse['headers'] = {}): RestResponse {
    return new RestResponse(status, { kind: 'value', value }, headers);
  }

  /** Plain text, as `_cat` answers. */
  static text(text: string, status = 200, headers: RestResponse['headers'] = {}): RestResponse {
    return new RestResponse(status, { kind: 'text', text }, headers);
  }

  /** No body at all: the answer to HEAD and OPTIONS. */
  static empty(status: number, headers: RestResponse['headers'] = {}): RestResponse {
    return new RestResponse(status, { kind: 'none' }, headers);
  }

  static readonly acknowledged = (): RestResponse => RestResponse.of({ acknowledged: true });
}
