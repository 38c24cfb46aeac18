import { describe, expect, test } from 'bun:test';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import { errorBody, errorDetails, toSearchError } from './error-body.ts';
import { illegalArgument, parsingError, SearchError, validationError } from './search-error.ts';

const body = (thrown: unknown) => jsonText(errorBody(toSearchError(thrown), false));

describe('error bodies', () => {
  test('a plain one names itself as its root cause', () => {
    expect(body(illegalArgument('no'))).toBe(
      '{"error":{"root_cause":[{"type":"illegal_argument_exception","reason":"no"}],"type":"illegal_argument_exception","reason":"no"},"status":400}',
    );
  });

  test('further fields and causes keep the order of the reference', () => {
    const error = new SearchError('index_not_found_exception', 'no such index [x]', {
      fields: {
        'resource.type': 'index_or_alias',
        'resource.id': 'x',
        index_uuid: '_na_',
        index: 'x',
      },
      cause: illegalArgument('why'),
    });
    const own =
      '"type":"index_not_found_exception","reason":"no such index [x]","resource.type":"index_or_alias","resource.id":"x","index_uuid":"_na_","index":"x"';
    expect(body(error)).toBe(
      `{"error":{"root_cause":[{${own}}],${own},"caused_by":{"type":"illegal_argument_exception","reason":"why"}},"status":404}`,
    );
  });

  test('a text that is no JSON', () => {
    const at =
      'at [Source: (org.elasticsearch.common.io.stream.ByteBufferStreamInput); line: 1, column: 3]';
    try {
      parseJson('{x');
      expect.unreachable();
    } catch (error) {
      const text = `Unexpected character ('x' (code 120)): was expecting double-quote to start field name\n ${at}`;
      expect(errorBody(toSearchError(error), false)).toEqual({
        error: {
          root_cause: [{ type: 'x_content_parse_exception', reason: `[1:3] ${text}` }],
          type: 'x_content_parse_exception',
          reason: `[1:3] ${text}`,
          caused_by: { type: 'json_parse_exception', reason: text },
        },
        status: 400,
      });
    }
  });

  test('headers are repeated, one value alone and several in a list', () => {
    const error = new SearchError('security_exception', 'missing', {
      status: 401,
      headers: { 'WWW-Authenticate': ['Basic', 'ApiKey'] },
    });
    expect(jsonText(errorDetails(error))).toBe(
      '{"type":"security_exception","reason":"missing","header":{"WWW-Authenticate":["Basic","ApiKey"]}}',
    );
  });

  test('parsing and validation', () => {
    expect(jsonText(errorDetails(parsingError('unknown query [x]', { line: 1, column: 11 })))).toBe(
      '{"type":"parsing_exception","reason":"unknown query [x]","line":1,"col":11}',
    );
    expect(validationError(['a is missing', 'b is missing']).reason).toBe(
      'Validation Failed: 1: a is missing;2: b is missing;',
    );
  });

  test('a fault of ours is a 500, and a trace only comes when asked for', () => {
    const error = toSearchError(new TypeError('x is not a function'));
    expect(error.status).toBe(500);
    expect(body(error)).not.toContain('stack_trace');
    const traced = jsonText(errorBody(error, true));
    expect(traced).toContain('"stack_trace":"[exception] an internal error');
    expect(traced).not.toContain('not a function');
    expect(traced).not.toContain(import.meta.dir);
    expect(toSearchError(new Error("EIO: failed, open '/data/x'")).reason).toBe(
      'EIO: failed, open',
    );
  });
});
