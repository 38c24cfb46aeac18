import type { ComponentType, TokenFilterFactory } from '../../core/components.ts';
import { filterFactory, preconfigured } from '../../core/make.ts';
import { TYPES } from '../../tokenizers/standard.ts';
import { CjkBigramFilter } from '../cjk-bigram.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  han: TYPES.ideographic,
  hiragana: TYPES.hiragana,
  katakana: TYPES.katakana,
  hangul: TYPES.hangul,
};

export const CJK_FILTERS: Readonly<Record<string, ComponentType<TokenFilterFactory>>> = {
  cjk_bigram: preconfigured((name, settings) => {
    const ignored = new Set(settings.list('ignored_scripts', []));
    const types = new Set(
      Object.entries(SCRIPTS).flatMap(([script, type]) => (ignored.has(script) ? [] : [type])),
    );
    const unigrams = settings.boolean('output_unigrams', false);
    return filterFactory(
      name,
      (input) => new CjkBigramFilter(input, types, unigrams),
      unigrams ? { inSynonymRules: 'refuse' } : {},
    );
  }),
};
