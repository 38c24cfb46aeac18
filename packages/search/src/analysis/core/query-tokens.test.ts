import { describe, expect, test } from 'bun:test';
import { testAnalyzer } from '../testing.ts';
import { type Place, QueryTokens } from './query-tokens.ts';

const graph = (rules: string[], ...more: string[]) =>
  testAnalyzer({
    filter: [...more.map((type) => ({ type })), { type: 'synonym_graph', synonyms: rules }],
  });
const row = (places: readonly Place[]) =>
  places.map(({ position, terms }) => `${terms.join('|')}@${position}`).join(' ');

function shown(rules: string[], text: string, ...more: string[]): string[] {
  return QueryTokens.of(graph(rules, ...more), text)
    .stretches()
    .map((part) => (part.kind === 'place' ? row([part]) : `(${part.ways.map(row).join(' / ')})`));
}

describe('the tokens of a query', () => {
  test('places hold the terms that stand together, and gaps count', () => {
    const analyzer = testAnalyzer({
      filter: [{ type: 'stop' }, { type: 'synonym', synonyms: ['big, large'] }],
    });
    const tokens = QueryTokens.of(analyzer, 'a big the house of');
    expect(tokens.isGraph).toBe(false);
    expect(row(tokens.places())).toBe('big|large@1 house@3');
    expect(tokens.positions).toBe(5);
  });

  test('synonyms of one word are one place', () => {
    expect(shown(['big, large'], 'a big house')).toEqual(['a@0', 'large|big@1', 'house@2']);
  });

  test('a synonym of several words makes ways', () => {
    expect(shown(['ny, new york'], 'in ny city')).toEqual([
      'in@0',
      '(new@1 york@2 / ny@1)',
      'city@3',
    ]);
  });

  test('a word left out is no place', () => {
    expect(shown(['ny, new york'], 'ny the city', 'stop')).toEqual([
      '(new@0 york@1 / ny@0)',
      'city@3',
    ]);
  });

  test('ways through the whole text number their own places', () => {
    const tokens = QueryTokens.of(graph(['ny, new york', 'big, large']), 'big ny city');
    expect(tokens.isGraph).toBe(true);
    expect(tokens.ways().map(row)).toEqual([
      'large|big@0 new@1 york@2 city@3',
      'large|big@0 ny@1 city@2',
    ]);
  });

  test('too many ways are refused', () => {
    const tokens = QueryTokens.of(graph(['a, b c']), Array(12).fill('a').join(' '));
    expect(() => tokens.ways()).toThrow('maxClauseCount is set to 1024');
  });

  test('nothing comes of nothing', () => {
    const tokens = QueryTokens.of(testAnalyzer({}), ' ');
    expect([tokens.tokens, tokens.places(), tokens.stretches(), tokens.ways()]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });
});
