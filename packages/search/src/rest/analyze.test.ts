import { describe, expect, test } from 'bun:test';
import { createRegistry } from '../analysis/builtin.ts';
import { SearchError } from '../errors/search-error.ts';
import { RestRequest } from '../http/request.ts';
import { analyzeRoutes } from './analyze.ts';

const registry = createRegistry();
const analysis = registry.forIndex({
  analyzer: { shout: { tokenizer: 'whitespace', filter: 'uppercase' } },
  normalizer: { low: { filter: ['lowercase'] } },
});
const routes = analyzeRoutes({
  registry,
  analyzedIndex: (name) => ({
    name,
    analysis,
    maxTokenCount: 3,
    fieldAnalyzer: (field) => (field === 'loud' ? analysis.analyzer('shout') : undefined),
  }),
});

async function call(body: unknown, index?: string): Promise<unknown> {
  const route = routes[index === undefined ? 0 : 1];
  const request = new RestRequest(
    { method: 'GET', uri: '/_analyze', path: '/_analyze', headers: {}, address: '127.0.0.1' },
    new Map(index === undefined ? [] : [['index', index]]),
    undefined,
  );
  request.content = Buffer.from(JSON.stringify(body));
  const response = await route?.handler(request);
  return response?.body.kind === 'value' ? response.body.value : undefined;
}

async function refusal(body: unknown, index?: string): Promise<string> {
  try {
    await call(body, index);
  } catch (error) {
    if (error instanceof SearchError) return `${error.status} ${error.type}: ${error.reason}`;
    throw error;
  }
  return 'no error';
}

describe('_analyze', () => {
  test('prints tokens with offsets, type and position', async () => {
    expect(await call({ analyzer: 'standard', text: 'Hello World' })).toEqual({
      tokens: [
        { token: 'hello', start_offset: 0, end_offset: 5, type: '<ALPHANUM>', position: 0 },
        { token: 'world', start_offset: 6, end_offset: 11, type: '<ALPHANUM>', position: 1 },
      ],
    });
  });

  test('takes one name or a list, and definitions in place', async () => {
    const one = await call({ tokenizer: 'keyword', filter: 'lowercase', text: 'A' });
    const list = await call({
      tokenizer: { type: 'keyword' },
      filter: [{ type: 'lowercase' }],
      text: ['A'],
    });
    expect(one).toEqual(list);
  });

  test('takes numbers and booleans in a list as texts', async () => {
    const { tokens } = (await call({ text: [1, true, 2.5] })) as { tokens: { token: string }[] };
    expect(tokens.map(({ token }) => token)).toEqual(['1', 'true', '2.5']);
  });

  test('uses the analyzer of a field and the components of the index', async () => {
    expect(await call({ field: 'loud', text: 'a b' }, 'i')).toEqual(
      await call({ analyzer: 'shout', text: 'a b' }, 'i'),
    );
    expect(await call({ normalizer: 'low', text: 'A B' }, 'i')).toEqual({
      tokens: [{ token: 'a b', start_offset: 0, end_offset: 3, type: 'word', position: 0 }],
    });
  });

  test.each([
    [
      {},
      undefined,
      '400 action_request_validation_exception: Validation Failed: 1: text is missing;',
    ],
    [
      { text: 'a', filters: [] },
      undefined,
      '400 x_content_parse_exception: [1:13] [analyze] unknown field [filters] did you mean [filter]?',
    ],
    [
      { text: { a: 1 } },
      undefined,
      "400 x_content_parse_exception: [1:9] [analyze] text doesn't support values of type: START_OBJECT",
    ],
    [
      { text: [null] },
      undefined,
      '400 x_content_parse_exception: [1:9] [analyze] failed to parse field [text]',
    ],
    [
      { text: 'a', explain: 'maybe' },
      undefined,
      '400 x_content_parse_exception: [1:23] [analyze] failed to parse field [explain]',
    ],
    [
      { text: 'a', analyzer: 'x' },
      undefined,
      '400 illegal_argument_exception: failed to find global analyzer [x]',
    ],
    [
      { text: 'a', tokenizer: 'keyword', filter: [{ type: 'x' }] },
      undefined,
      '400 illegal_argument_exception: failed to find global token filter under [x]',
    ],
    [
      { text: 'a', tokenizer: { max: 1 } },
      undefined,
      '400 illegal_argument_exception: Missing [type] setting for anonymous tokenizer: {"max":1}',
    ],
    [
      { text: 'a', field: 'f' },
      undefined,
      '400 illegal_argument_exception: analysis based on a specific field requires an index',
    ],
    [
      { text: 'a', analyzer: 'standard', filter: ['lowercase'] },
      undefined,
      '400 action_request_validation_exception: Validation Failed: 1: cannot define extra components on a named analyzer;',
    ],
    [
      { text: 'a b c d', analyzer: 'standard' },
      'i',
      '500 illegal_state_exception: The number of tokens produced by calling _analyze has exceeded the allowed maximum of [3]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.',
    ],
    [
      { text: 'a', filter: ['word_delimiter'] },
      undefined,
      '400 illegal_argument_exception: Custom normalizer may not use filter [word_delimiter]',
    ],
  ])('refuses %p', async (body, index, expected) => {
    expect(await refusal(body, index)).toBe(expected);
  });
});
