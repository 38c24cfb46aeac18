import { describe, expect, test } from 'bun:test';
import { UserError } from '../user-error.ts';
import { type CommandSpec, parseCommandLine } from './command-line.ts';
import { helpText } from './help.ts';

const command: CommandSpec = {
  name: 'thing do',
  summary: 'Do the thing.',
  positionals: ['service', '[other]'],
  options: [
    { name: 'port-offset', value: 'N', help: 'Add N to every port.' },
    { name: 'follow', short: 'f', help: 'Keep reading.' },
    { name: 'data', value: 'DIR', help: 'Where.' },
  ],
};

function complaint(...argv: string[]): string {
  try {
    parseCommandLine(command, argv).integer('port-offset', 0, 0, 100);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).exitCode).toBe(2);
    return (error as UserError).message;
  }
  throw new Error('accepted');
}

describe('a good command line', () => {
  test('gives values, switches and positionals in any order', () => {
    const line = parseCommandLine(command, ['-f', 'kv', '--port-offset', '7', '--data=/x=y']);
    expect(line.positionals).toEqual(['kv']);
    expect(line.flag('follow')).toBe(true);
    expect(line.integer('port-offset', 0, 0, 100)).toBe(7);
    expect(line.text('data')).toBe('/x=y');
  });

  test('may end its options with --', () => {
    expect(parseCommandLine(command, ['--', '-f']).positionals).toEqual(['-f']);
  });
});

describe('a bad command line is answered with the culprit and where to look', () => {
  const cases: [string[], string][] = [
    [['kv', '--folow'], '"thing do" has no option --folow; did you mean --follow?'],
    [['kv', '--port'], '"thing do" has no option --port; did you mean --port-offset?'],
    [['kv', '--zzz'], '"thing do" has no option --zzz.'],
    [['kv', '-x'], '"thing do" has no option -x.'],
    [['kv', '--data'], '--data needs a value: --data DIR.'],
    [['kv', '--follow=yes'], '--follow takes no value.'],
    [
      ['kv', '--port-offset', 'abc'],
      '--port-offset takes a whole number from 0 to 100, not "abc".',
    ],
    [
      ['kv', '--port-offset', '101'],
      '--port-offset takes a whole number from 0 to 100, not "101".',
    ],
    [[], '"thing do" needs a service.'],
    [['a', 'b', 'c'], '"thing do" does not know what to do with "c".'],
  ];
  for (const [argv, message] of cases) {
    test(argv.join(' ') || '(nothing)', () => {
      expect(complaint(...argv)).toBe(`${message} See \`thing do --help\`.`);
    });
  }
});

test('help lists every option', () => {
  expect(helpText(command)).toBe(
    [
      'Do the thing.',
      '',
      'Usage: thing do [options] service [other]',
      '',
      'Options:',
      '  --port-offset N  Add N to every port.',
      '  -f, --follow     Keep reading.',
      '  --data DIR       Where.',
    ].join('\n'),
  );
});
