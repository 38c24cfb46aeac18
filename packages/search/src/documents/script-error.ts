import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json } from '../json/values.ts';

const DEFAULT_LANGUAGE = 'painless';

/** No language can be run, so each script fails as one of a language that is not installed. */
export function scriptError(script: Json): SearchError {
  const id = isJsonObject(script) ? script.get('id') : undefined;
  if (typeof id === 'string') {
    return new SearchError(
      'resource_not_found_exception',
      `unable to find script [${id}] in cluster state`,
    );
  }
  const given = isJsonObject(script) ? script.get('lang') : undefined;
  const language = typeof given === 'string' ? given : DEFAULT_LANGUAGE;
  return illegalArgument(`script_lang not supported [${language}]`);
}
