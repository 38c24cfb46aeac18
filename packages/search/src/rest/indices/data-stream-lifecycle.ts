/** The `lifecycle` of a data stream, as templates carry it. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import { parseTime } from '../../settings/units.ts';

const KEYS = ['enabled', 'data_retention', 'downsampling'];

/** Checks what was sent; an empty one is on and keeps everything. */
export function parseLifecycle(body: Json | undefined): Json {
  if (body === null || body === undefined) return null;
  if (!isJsonObject(body)) throw illegalArgument('[lifecycle] must be an object');
  const unknown = [...body.keys()].find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new SearchError(
      'x_content_parse_exception',
      `[1:1] [data_stream_lifecycle] unknown field [${unknown}]`,
    );
  }
  const retention = body.get('data_retention');
  if (typeof retention === 'string') parseTime(retention, 'data_retention');
  const enabled = body.get('enabled');
  const result: JsonObject = new Map<string, Json>([
    ['enabled', enabled === undefined ? true : enabled === true || enabled === 'true'],
  ]);
  if (retention !== undefined && retention !== null) result.set('data_retention', retention);
  const downsampling = body.get('downsampling');
  if (downsampling !== undefined && downsampling !== null) result.set('downsampling', downsampling);
  return result;
}

const DAY_MS = 86_400_000;

/** `withDefaults` adds the conditions under which a backing index is rolled over. */
export function lifecycleBody(lifecycle: JsonObject, withDefaults: boolean): Writable {
  if (!withDefaults) return lifecycle;
  const retention = lifecycle.get('data_retention');
  const kept = typeof retention === 'string' ? parseTime(retention, 'data_retention') : undefined;
  const rollover: JsonObject = new Map<string, Json>([
    ['max_age', `${maxAge(kept)} [automatic]`],
    ['max_primary_shard_docs', 200_000_000],
    ['min_docs', 1],
    ['max_primary_shard_size', '50gb'],
  ]);
  return new Map<string, Json>([...lifecycle, ['rollover', rollover]]);
}

/** The shorter data are kept, the sooner a new index is begun. */
function maxAge(kept: number | undefined): string {
  if (kept === undefined || kept > 90 * DAY_MS) return '30d';
  if (kept <= DAY_MS) return '1h';
  return kept <= 14 * DAY_MS ? '1d' : '7d';
}
