import type { CharFilterFactory, ComponentType } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import { charFilterFactory, needsSettings, preconfigured } from '../core/make.ts';
import { wordList } from '../core/word-list.ts';
import { javaPattern } from '../text/java-pattern.ts';
import { HtmlStripFilter } from './html-strip.ts';
import { MappingCharFilter, parseMappings } from './mapping.ts';
import { javaReplacement, replacePattern } from './pattern-replace.ts';

/** Every built-in char filter type. */
export const CHAR_FILTERS: Readonly<Record<string, ComponentType<CharFilterFactory>>> = {
  html_strip: preconfigured((name, settings) => {
    const filter = new HtmlStripFilter(settings.list('escaped_tags', []));
    return charFilterFactory(name, (text, offsets) => filter.filter(text, offsets));
  }),
  mapping: needsSettings((name, settings, context) => {
    const rules = wordList(settings, 'mappings', context);
    if (rules === undefined) {
      throw new AnalysisError(
        'mapping requires either `mappings` or `mappings_path` to be configured',
      );
    }
    const filter = new MappingCharFilter(parseMappings(rules));
    return charFilterFactory(name, (text, offsets) => filter.filter(text, offsets), true);
  }),
  pattern_replace: needsSettings((name, settings) => {
    const source = settings.string('pattern');
    if (source === undefined || source === '') {
      throw new AnalysisError(
        `pattern is missing for [${name}] char filter of type 'pattern_replace'`,
      );
    }
    const compiled = javaPattern(source, settings.string('flags'));
    const pattern = new RegExp(compiled.source, `${compiled.flags}g`);
    const replacement = javaReplacement(settings.string('replacement', ''));
    return charFilterFactory(
      name,
      (text, offsets) => replacePattern(text, offsets, pattern, replacement),
      true,
    );
  }),
};
