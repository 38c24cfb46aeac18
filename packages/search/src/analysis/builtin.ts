import { LANGUAGE_ANALYZERS } from './analyzers/languages.ts';
import { SIMPLE_ANALYZERS } from './analyzers/simple.ts';
import { CHAR_FILTERS } from './char-filters/index.ts';
import type { ConfigFiles } from './core/config-files.ts';
import { AnalysisRegistry } from './core/registry.ts';
import { TOKEN_FILTERS } from './filters/index.ts';
import { TOKENIZERS } from './tokenizers/index.ts';

/** A registry with everything built in; plug-ins register their own on top. */
export function createRegistry(files?: ConfigFiles): AnalysisRegistry {
  const registry = new AnalysisRegistry(files);
  registry.register({
    analyzers: { ...SIMPLE_ANALYZERS, ...LANGUAGE_ANALYZERS },
    tokenizers: TOKENIZERS,
    filters: TOKEN_FILTERS,
    charFilters: CHAR_FILTERS,
  });
  return registry;
}
