import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodeMeanings, exitCodes } from '@tandem/stack/exit-codes.ts';
import { catalogue } from '@tandem/stack/services/catalogue.ts';

const root = join(import.meta.dir, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packages = readdirSync(join(root, 'packages'));

test('the README lists every service with its ports', () => {
  for (const service of catalogue.services) {
    const ports = service.ports.map((port) => port.number).join(', ');
    expect(read('README.md')).toContain(`| ${service.name} | ${service.summary} | ${ports} |`);
  }
});

test('the README lists every exit code as the help does', () => {
  for (const [name, code] of Object.entries(exitCodes)) {
    const meaning = exitCodeMeanings[name as keyof typeof exitCodes];
    expect(read('README.md')).toContain(`| ${code} | ${meaning} |`);
  }
});

test('the README says which topologies this version has', () => {
  const offered = [...read('README.md').matchAll(/^\| `(\w+)` \|.*\| yes/gm)].map((row) => row[1]);
  expect(offered).toEqual([...catalogue.topologies]);
});

test('every package has its README and its row in the architecture', () => {
  for (const name of packages) {
    expect(existsSync(join(root, 'packages', name, 'README.md')), name).toBe(true);
    expect(read('ARCHITECTURE.md')).toContain(`| [\`packages/${name}\`](packages/${name}) |`);
  }
});

test('the build machine does what the README says, and nothing else', () => {
  const commands = read('.ci/run')
    .split('\n')
    .filter((line) => line !== '' && !/^(?:#|set |cd )/.test(line));
  expect(read('README.md')).toContain(`\`\`\`sh\n${commands.join('\n')}\n\`\`\``);
});

test('links between documents lead somewhere', () => {
  const documents = readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .concat(packages.map((name) => `packages/${name}/README.md`));
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] as string)
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});
