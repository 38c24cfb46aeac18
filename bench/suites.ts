import { kv } from './kv/suite.ts';
import { search } from './search/suite.ts';
import { stack } from './stack/suite.ts';
import type { Suite } from './suite.ts';

/** What `npm run bench` measures, in this order; an engine adds its suite here. */
export const suites: readonly Suite[] = [stack, kv, search];
