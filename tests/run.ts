/**
 * `npm test`: runs the groups of tests and ends in one plain line, `N passed, N failed`.
 *
 *   npm test                          everything
 *   npm test -- unit interop          some groups
 *   npm test -- unit packages/kv      files whose path contains a word
 *   npm run test:long                 everything, with many rounds and large data
 */
import { groups } from './runner/groups.ts';
import { ensure, thisMachine } from './runner/prerequisites.ts';
import { runGroup, testFiles } from './runner/run-group.ts';

const words = process.argv.slice(2);
const long = words.includes('--long');
const named = words.filter((word) => groups.some((group) => group.name === word));
const filters = words.filter((word) => word !== '--long' && !named.includes(word));

const unknownOption = filters.find((word) => word.startsWith('-'));
if (unknownOption !== undefined) {
  console.error(
    `Unknown option ${unknownOption}. Groups: ${groups.map((g) => g.name).join(', ')}.`,
  );
  process.exit(2);
}

// The short run is the same run every time; the long one looks elsewhere each time, and says where.
const seed = process.env.TANDEM_TEST_SEED ?? (long ? String(Date.now() % 2 ** 31) : '1');
const environment = { TANDEM_TEST_SEED: seed, TANDEM_TEST_LONG: long ? '1' : '' };

const plan = groups
  .filter((group) =>
    named.length === 0 ? long || group.isLong === undefined : named.includes(group.name),
  )
  .map((group) => ({ group, files: testFiles(group, filters) }))
  .filter(
    ({ group, files }) => files.length > 0 || (filters.length === 0 && group.commands.length),
  );

if (plan.length === 0) {
  console.error(`No test file matches: ${words.join(' ')}`);
  process.exit(2);
}

const mend = ensure(
  plan.flatMap(({ group }) => group.needs),
  thisMachine,
);
if (mend !== undefined) {
  console.error(mend);
  process.exit(1);
}

let passed = 0;
let failed = 0;
const skipped: string[] = [];
for (const { group, files } of plan) {
  console.log(`\n== ${group.name}: ${group.what}`);
  const timeoutMs = long ? group.timeoutMs * 20 : group.timeoutMs;
  const started = performance.now();
  const tally = await runGroup({ ...group, timeoutMs }, files, environment, filters.length > 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${group.name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`);
  passed += tally.passed;
  failed += tally.failed;
  skipped.push(...tally.skipped);
}

console.log(`\nseed ${seed}${long ? ', long' : ''}`);
for (const name of skipped) console.log(`skipped: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
