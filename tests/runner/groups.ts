import type { Prerequisite } from './prerequisites.ts';
import { prerequisites } from './prerequisites.ts';

/** A kind of test that `npm test` runs; adding one is adding a row here. */
export interface TestGroup {
  readonly name: string;
  readonly what: string;
  /** Where its `*.test.ts` files are, relative to the root. Absent: `commands` only. */
  readonly folders: readonly string[];
  /** Folders within those that are not its business. */
  readonly except?: readonly string[];
  /** Programs of ours that are one pass or one failure each (typecheck, lint). */
  readonly commands: readonly (readonly string[])[];
  /** Debian programs its tests start. */
  readonly needs: readonly Prerequisite[];
  /** Per test. Generous on purpose: it is there to end a hang, never to measure. */
  readonly timeoutMs: number;
  /** Only in the long run, or when named. */
  readonly isLong?: true;
  readonly environment?: Readonly<Record<string, string>>;
}

const { git, redisServer, redisTools, redisSentinel, chromium } = prerequisites;

/** In the order they run: the cheapest news first. */
export const groups: readonly TestGroup[] = [
  {
    name: 'check',
    what: 'types, lint, format, direction of imports, documents',
    folders: ['tests/architecture'],
    commands: [
      ['node_modules/.bin/tsc', '-p', 'tsconfig.json'],
      ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
    ],
    needs: [],
    timeoutMs: 30_000,
  },
  {
    name: 'unit',
    what: 'tests beside the code',
    folders: ['packages', 'bench', 'docs', 'tests/runner'],
    commands: [],
    needs: [],
    timeoutMs: 60_000,
  },
  {
    name: 'stack',
    what: 'the tandem command, from a fresh clone to a clean stop',
    folders: ['tests/stack'],
    commands: [],
    needs: [git],
    timeoutMs: 300_000,
  },
  {
    name: 'interop',
    what: 'real peers and ordinary clients',
    folders: ['tests/interop'],
    commands: [],
    needs: [redisServer, redisTools],
    timeoutMs: 120_000,
  },
  {
    name: 'portable',
    what: 'the same of kv over the transport that does without epoll',
    folders: ['tests/interop'],
    except: ['tests/interop/search'],
    commands: [],
    needs: [redisServer, redisTools],
    timeoutMs: 120_000,
    isLong: true,
    environment: { TANDEM_KV_TRANSPORT: 'listen' },
  },
  {
    name: 'topology',
    what: 'replication, sentinel and cluster, with real peers among them',
    folders: ['tests/topology'],
    commands: [],
    needs: [redisServer, redisTools, redisSentinel],
    timeoutMs: 180_000,
  },
  {
    name: 'crash',
    what: 'kill at the worst moment, then look at the data',
    folders: ['tests/crash'],
    commands: [],
    needs: [redisServer, redisTools],
    timeoutMs: 180_000,
  },
  {
    name: 'e2e',
    what: 'the pages in a real browser',
    folders: ['tests/e2e'],
    commands: [],
    needs: [chromium],
    timeoutMs: 120_000,
  },
];
