import { jsonText } from '../json/json-writer.ts';
import { isJsonObject, type Json } from '../json/values.ts';
import { illegalArgument } from './search-error.ts';

/** The text of a value where only a scalar makes sense; objects and lists are refused. */
export function scalarText(value: Json): string {
  if (isJsonObject(value)) throw illegalArgument("Can't get text on a START_OBJECT");
  if (Array.isArray(value)) throw illegalArgument("Can't get text on a START_ARRAY");
  return typeof value === 'string' ? value : jsonText(value);
}
