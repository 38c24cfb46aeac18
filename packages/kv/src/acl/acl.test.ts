import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../clients/client.ts';
import { CommandRegistry } from '../commands/registry.ts';
import type { Command } from '../commands/spec.ts';
import { COMMAND_TABLE } from '../commands/table/index.ts';
import { Args } from '../resp/args.ts';
import { Acl, type AclHost } from './acl.ts';
import { ConfiguredUsers } from './configured-users.ts';
import { generatePassword, hashPassword } from './password.ts';
import { RULE_ERRORS } from './rule-error.ts';

const names = COMMAND_TABLE.flatMap((s) =>
  s.subcommands === undefined ? [s.name] : s.subcommands.map((sub) => `${s.name}|${sub.name}`),
);
const registry = new CommandRegistry(COMMAND_TABLE, [
  Object.fromEntries(names.map((n) => [n, () => {}])),
]);
const directory = mkdtempSync(join(tmpdir(), 'tandem-acl-'));
afterAll(() => rmSync(directory, { recursive: true }));

function setup() {
  const clients: Client[] = [];
  const closed: Client[] = [];
  const warnings: string[] = [];
  const host = {
    registry,
    config: {
      aclfile: '',
      acllogMaxLen: 3,
      aclPubsubDefault: 'resetchannels' as 'allchannels' | 'resetchannels',
    },
    stats: { aclDeniedAuth: 0, aclDeniedCommand: 0, aclDeniedKey: 0, aclDeniedChannel: 0 },
    time: 1000,
    now: () => host.time,
    clients: () => clients,
    disconnect: (c: Client) => void closed.push(c),
    describeClient: () => 'id=1',
    warn: (text: string) => void warnings.push(text),
  };
  const acl = new Acl(host satisfies AclHost);
  /** A client logged in as that user, asking for a command. */
  const client = (user: string, extra: object = {}) => {
    const c = {
      conn: { remote: '127.0.0.1:5' },
      args: Args.of(['AUTH']),
      inTransaction: false,
      channels: null,
      patterns: null,
      shardChannels: null,
      user: acl.get(user),
      ...extra,
    } as unknown as Client;
    clients.push(c);
    return c;
  };
  const run = (user: string, line: string) => {
    const a = Args.of(line.split(' '));
    return acl.refuse(client(user), registry.find(a) as Command, a);
  };
  return { acl, host, clients, closed, warnings, client, run };
}

describe('rules', () => {
  const commandRules: [string, string][] = [
    ['', '-@all'],
    ['+@all', '+@all'],
    ['allcommands -get', '+@all -get'],
    ['+get +set -get', '-@all +set -get'],
    ['+get +get', '-@all +get'],
    ['+config|get +config|set +config', '-@all +config'],
    ['+config -config|set', '-@all +config -config|set'],
    ['-config|set +config', '-@all +config'],
    ['+select|0 +select|1', '-@all +select|0 +select|1'],
    ['+SELECT|0 +select', '-@all +select'],
    ['+@READ -@admin +get +@read', '-@all -@admin +get +@read'],
    ['+@all +get', '+@all +get'],
    ['+@read -@all', '-@all'],
  ];
  for (const [rules, shown] of commandRules) {
    test(`commands: ${rules}`, () => {
      const { acl } = setup();
      expect(acl.setUser('u', rules.split(' '))).toBeNull();
      expect(acl.get('u')?.root.commands.describe()).toBe(shown);
    });
  }

  test('the description of a user sets up the same user', () => {
    const { acl } = setup();
    acl.setUser('u', ['on', '>a', '>b', '%R~r*', '%W~w*', '%RW~x', '&ch', '+@all', '-get']);
    acl.setUser('u', ['(%r~r', '+get)', '(allkeys', 'allchannels', '-@all', '+ping)']);
    const shown = acl.get('u')?.describe() as string;
    expect(shown).toBe(
      `on sanitize-payload #${hashPassword('a')} #${hashPassword('b')} ` +
        '%R~r* %W~w* ~x resetchannels &ch +@all -get ' +
        '(%R~r resetchannels -@all +get) (~* &* -@all +ping)',
    );
    expect(acl.setUser('v', shown.split(' '))).toBeNull();
    expect(acl.get('v')?.describe()).toBe(shown);
  });

  test('the default user', () => {
    const { acl } = setup();
    expect(acl.describe()).toEqual(['user default on nopass sanitize-payload ~* &* +@all']);
    expect(acl.defaultUser.allowsEverything).toBe(true);
    acl.setUser('default', ['-get']);
    expect(acl.defaultUser.allowsEverything).toBe(false);
  });

  test('reset undoes everything', () => {
    const { acl } = setup();
    acl.setUser('u', ['on', 'nopass', 'skip-sanitize-payload', '+@all', '~*', '&*', '(+get)']);
    acl.setUser('u', ['reset']);
    expect(acl.get('u')?.describe()).toBe('off sanitize-payload resetchannels -@all');
  });

  test('%R and %W of one pattern join', () => {
    const { acl } = setup();
    acl.setUser('u', ['%R~a', '%W~a']);
    expect(acl.get('u')?.root.describeKeys()).toBe('~a');
  });

  const errors: [string, keyof typeof RULE_ERRORS][] = [
    ['+nosuch', 'unknownName'],
    ['-nosuch', 'unknownName'],
    ['+@nosuch', 'unknownName'],
    ['+config|nosuch', 'unknownName'],
    ['-select|0', 'unknownName'],
    ['+config|get|x', 'firstArgOfSubcommand'],
    ['+debug|', 'syntax'],
    ['nosuch', 'syntax'],
    ['%~a', 'syntax'],
    ['%RR~a', 'syntax'],
    ['%X~a', 'syntax'],
    ['~a b', 'syntax'],
    ['&a b', 'syntax'],
    ['<nosuch', 'noSuchPassword'],
    ['#short', 'badHash'],
    ['!short', 'badHash'],
  ];
  for (const [rule, kind] of errors) {
    test(`error: ${rule}`, () => {
      const { acl } = setup();
      expect(acl.setUser('u', ['on', rule])).toBe(
        `Error in ACL SETUSER modifier '${rule}': ${RULE_ERRORS[kind]}`,
      );
      expect(acl.get('u')).toBeUndefined();
    });
  }

  test('patterns after all keys or channels, open parentheses, blanks in names', () => {
    const { acl } = setup();
    expect(acl.setUser('u', ['~*', '~a'])).toContain(RULE_ERRORS.keysAfterAll);
    expect(acl.setUser('u', ['&*', '&a'])).toContain(RULE_ERRORS.channelsAfterAll);
    expect(acl.setUser('u', ['on', '(+get', '~a'])).toBe(
      "Unmatched parenthesis in acl selector starting at '(+get'.",
    );
    expect(acl.setUser('a b', [])).toBe("Usernames can't contain spaces or null characters");
  });

  test('acl-pubsub-default rules over new users and selectors', () => {
    const { acl, host } = setup();
    host.config.aclPubsubDefault = 'allchannels';
    acl.setUser('u', ['(+get)']);
    expect(acl.get('u')?.describe()).toBe('off sanitize-payload &* -@all (&* -@all +get)');
  });
});

describe('checks', () => {
  test('commands, subcommands and first arguments', () => {
    const { acl, run, warnings } = setup();
    acl.setUser('u', ['+get', '+config|get', '+select|0', '~*']);
    expect(run('u', 'get k')).toBeNull();
    expect(run('u', 'config get x')).toBeNull();
    expect(run('u', 'select 0')).toBeNull();
    expect(run('u', 'auth x')).toBeNull();
    expect(run('u', 'select 1')).toBe(
      "NOPERM User u has no permissions to run the 'select' command",
    );
    expect(run('u', 'config set x y')).toBe(
      "NOPERM User u has no permissions to run the 'config|set' command",
    );
    expect(warnings[0]).toContain('(offender: +select|0)');
  });

  test('keys by read and write', () => {
    const { acl, run } = setup();
    acl.setUser('u', ['+@all', '%R~r*', '%W~w*']);
    const refused = 'NOPERM No permissions to access a key';
    expect(run('u', 'get r1')).toBeNull();
    expect(run('u', 'get w1')).toBe(refused);
    expect(run('u', 'set w1 v')).toBeNull();
    expect(run('u', 'set w1 v get')).toBe(refused);
    expect(run('u', 'set r1 v')).toBe(refused);
    expect(run('u', 'copy r1 w1')).toBeNull();
    expect(run('u', 'copy w1 r1')).toBe(refused);
    // Looking at metadata needs neither right, only a pattern that matches.
    expect(run('u', 'exists w1')).toBeNull();
    expect(run('u', 'exists x')).toBe(refused);
  });

  test('selectors stand alone: rights of two do not add up', () => {
    const { acl, run } = setup();
    acl.setUser('u', ['+get', '~a', '(+set', '~b)']);
    expect(run('u', 'get a')).toBeNull();
    expect(run('u', 'set b v')).toBeNull();
    expect(run('u', 'set a v')).toBe('NOPERM No permissions to access a key');
    expect(run('u', 'del a')).toBe("NOPERM User u has no permissions to run the 'del' command");
  });

  test('channels: patterns match names, and word for word patterns', () => {
    const { acl, run } = setup();
    acl.setUser('u', ['+@all', '&news.*']);
    const refused = 'NOPERM No permissions to access a channel';
    expect(run('u', 'publish news.1 x')).toBeNull();
    expect(run('u', 'publish other x')).toBe(refused);
    expect(run('u', 'subscribe news.1 other')).toBe(refused);
    expect(run('u', 'psubscribe news.*')).toBeNull();
    expect(run('u', 'psubscribe news.1')).toBe(refused);
    expect(run('u', 'unsubscribe other')).toBeNull();
  });

  test('DRYRUN names what is refused', () => {
    const { acl } = setup();
    acl.setUser('u', ['+@all', '~a']);
    const explain = (line: string) => {
      const a = Args.of(line.split(' '));
      return acl.explain(acl.get('u')!, registry.find(a)!, a);
    };
    expect(explain('get a')).toBeNull();
    expect(explain('mget a b')).toBe("User u has no permissions to access the 'b' key");
    expect(explain('publish c x')).toBe("User u has no permissions to access the 'c' channel");
  });

  test('SORT BY needs the right to read any key', () => {
    const { acl } = setup();
    acl.setUser('u', ['+sort', '~a', '(+sort', '%R~*)']);
    const a = Args.of(['sort', 'a']);
    const access = 1 << 4;
    expect(acl.get('u')?.allowsOnAnyKey(registry.find(a)!, a, access)).toBe(true);
    acl.setUser('u', ['clearselectors']);
    expect(acl.get('u')?.allowsOnAnyKey(registry.find(a)!, a, access)).toBe(false);
  });
});

describe('logging in', () => {
  test('passwords, disabled users and the delay after many failures', () => {
    const { acl, client, host } = setup();
    acl.setUser('u', ['on', '>one', '>two']);
    const c = client('default');
    expect(acl.authenticate(c, 'u', 'two')).toBe(true);
    expect(c.user.name).toBe('u');
    expect(acl.authenticate(c, 'nosuch', 'two')).toBe(false);
    for (let i = 0; i < 9; i++) expect(acl.authenticate(c, 'u', 'x')).toBe(false);
    expect(acl.loginDelay).toBe(0);
    acl.authenticate(c, 'u', 'x');
    expect(acl.loginDelay).toBe(100);
    acl.authenticate(c, 'u', 'x');
    expect(acl.loginDelay).toBe(200);
    expect(acl.authenticate(c, 'u', 'one')).toBe(true);
    acl.setUser('u', ['off']);
    acl.authenticate(c, 'u', 'one');
    expect(acl.loginDelay).toBe(0);
    expect(host.stats.aclDeniedAuth).toBe(13);
  });

  test('requirepass', () => {
    const { acl, client } = setup();
    const c = client('default');
    acl.setDefaultUser(c);
    expect([c.authenticated, acl.loginRequired]).toEqual([true, false]);
    acl.setDefaultPassword('secret');
    acl.setDefaultUser(c);
    expect([c.authenticated, acl.loginRequired]).toEqual([false, true]);
    expect(acl.authenticate(c, 'default', 'secret')).toBe(true);
    acl.setDefaultPassword('');
    expect(acl.loginRequired).toBe(false);
  });

  test('generated passwords have the bits asked for', () => {
    expect(generatePassword(256)).toMatch(/^[0-9a-f]{64}$/);
    expect(generatePassword(5)).toMatch(/^[0-9a-f]{2}$/);
    expect(generatePassword(12)).toMatch(/^[0-9a-f]{3}$/);
  });
});

describe('connections', () => {
  test('are closed with their user', () => {
    const { acl, client, closed } = setup();
    acl.setUser('u', []);
    const c = client('u');
    client('default');
    expect(acl.deleteUser('u')).toBe(true);
    expect(acl.deleteUser('u')).toBe(false);
    expect(acl.deleteUser('default')).toBe(false);
    expect(closed).toEqual([c]);
    expect(c.user).toBe(acl.defaultUser);
  });

  test('are closed when their subscriptions are no longer allowed', () => {
    const { acl, client, closed } = setup();
    acl.setUser('u', ['&a', '&b*']);
    const keeps = client('u', { channels: new Set(['a']) });
    const loses = client('u', { patterns: new Set(['b*']) });
    acl.setUser('u', ['resetchannels', '&a', '&bb']);
    expect(closed).toEqual([loses]);
    acl.setUser('u', ['allchannels']);
    acl.setUser('u', ['resetchannels']);
    expect(closed).toEqual([loses, keeps, loses]);
  });
});

describe('the log', () => {
  test('groups like events for a minute and keeps the newest', () => {
    const { acl, run, host } = setup();
    acl.setUser('u', ['+get']);
    run('u', 'get a');
    run('u', 'get b');
    run('u', 'get a');
    expect(acl.log.entries.map((e) => [e.object, e.count, e.id])).toEqual([
      ['a', 2, 0],
      ['b', 1, 1],
    ]);
    host.time += 60_001;
    run('u', 'get a');
    run('u', 'set a b');
    expect(acl.log.entries.map((e) => [e.reason, e.object, e.count, e.created])).toEqual([
      ['command', 'set', 1, 61_001],
      ['key', 'a', 1, 61_001],
      ['key', 'a', 2, 1000],
    ]);
  });
});

describe('files', () => {
  const file = join(directory, 'users.acl');

  test('save and load give the same users, and drop the clients of all but the default one', () => {
    const { acl, host, client, closed } = setup();
    host.config.aclfile = file;
    acl.setUser('u', ['on', '>p', '~k', '+get', '(%R~r', '+set)']);
    acl.setUser('default', ['-@dangerous']);
    const before = acl.describe();
    expect(acl.save()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(before.map((l) => `${l}\n`).join(''));
    acl.setUser('gone', []);
    const c = client('u');
    client('default');
    const { defaultUser } = acl;
    expect(acl.load()).toBeNull();
    expect(acl.describe()).toEqual(before);
    expect(acl.get('default')).toBe(defaultUser);
    expect(closed).toEqual([c]);
  });

  test('one wrong line and nothing changes', () => {
    const { acl, host } = setup();
    host.config.aclfile = file;
    writeFileSync(
      file,
      'user a on\n\n  nonsense\nuser a off\nuser b >x y z +nosuch\nuser c (+get\n',
    );
    expect(acl.load()).toBe(
      `${file}:3 should start with user keyword followed by the username. ` +
        "WARNING: Duplicate user 'a' found on line 4. " +
        `${file}:5: Syntax error. ${file}:5: Error in applying operation '+nosuch': Unknown command or category name in ACL. ` +
        `${file}:6: Unmatched parenthesis in selector definition.` +
        'WARNING: ACL errors detected, no change to the previously active ACL rules was performed',
    );
    expect(acl.list().map((u) => u.name)).toEqual(['default']);
    host.config.aclfile = join(directory, 'nosuch');
    expect(acl.load()).toBe(
      `Error loading ACLs, opening file '${host.config.aclfile}': No such file or directory`,
    );
  });

  test('users of the configuration file', () => {
    const { acl } = setup();
    const users = new ConfiguredUsers(acl);
    expect(users.add(['u', 'on', '(+get', '~a)'])).toBeNull();
    expect(users.add(['u', 'on'])).toContain("Error in user declaration 'u': Duplicate user found");
    expect(users.add(['v', '>a', 'nonsense'])).toBe("Error in user declaration 'v': Syntax error");
    expect(users.add(['default', 'on', 'nopass', '+ping'])).toBeNull();
    const notices: string[] = [];
    expect(users.start(acl, '', (text) => notices.push(text))).toBeNull();
    expect(acl.describe()).toEqual([
      'user default on nopass sanitize-payload resetchannels -@all +ping',
      'user u on sanitize-payload resetchannels -@all (~a resetchannels -@all +get)',
    ]);
    expect(users.start(acl, 'x', () => {})).toContain('but not both');
    expect(users.add(['w', '+nosuch'])).toBeNull();
    expect(users.start(acl, '', () => {})).toBe(
      "Error loading ACL rule '+nosuch' for the user named 'w': Unknown command or category name in ACL",
    );
    expect(notices).toEqual([]);
  });
});
