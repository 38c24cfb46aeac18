/** `_source` as it stands in bodies: true, a pattern, a list, or includes and excludes. */
import { SourceFilter } from '../../documents/source-filter.ts';
import { parsingError } from '../../errors/search-error.ts';
import { TOKEN_NAMES } from '../../http/request.ts';
import { type JsonReader, Token } from '../../json/json-reader.ts';
import { readValue } from '../../json/parse.ts';

/** Reads the value at the reader's token; false: no source. */
export function readSourceFilter(reader: JsonReader): SourceFilter | false {
  switch (reader.token) {
    case Token.True:
      return SourceFilter.all;
    case Token.False:
      return false;
    case Token.String:
      return new SourceFilter([reader.text()], []);
    case Token.StartArray:
      return new SourceFilter(readPatterns(reader, '_source'), []);
    case Token.StartObject:
      return readObject(reader);
    default:
      throw parsingError(
        `Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] but found [${TOKEN_NAMES[reader.token]}]`,
        reader.location(),
      );
  }
}

function readObject(reader: JsonReader): SourceFilter {
  let includes: string[] = [];
  let excludes: string[] = [];
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    reader.next();
    if (name === 'includes' || name === 'include') includes = readPatterns(reader, name);
    else if (name === 'excludes' || name === 'exclude') excludes = readPatterns(reader, name);
    else {
      throw parsingError(
        `Unknown key for a ${TOKEN_NAMES[reader.token]} in [${name}].`,
        reader.location(),
      );
    }
  }
  return new SourceFilter(includes, excludes);
}

/** One pattern or a list of them. */
export function readPatterns(reader: JsonReader, name: string): string[] {
  const value = readValue(reader);
  const list = Array.isArray(value) ? value : [value];
  if (list.every((item) => typeof item === 'string')) return list;
  throw parsingError(
    `Unknown key for a ${TOKEN_NAMES[reader.token]} in [${name}].`,
    reader.location(),
  );
}
