import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { ELASTIC, startTestNode, type TestNode } from '../testing.ts';
import { CredentialCache } from './credential-cache.ts';
import { generatePassword, hashPassword, verifyPassword } from './password-hash.ts';
import { granting } from './privileges.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('search'), { 'xpack.security.enrollment.enabled': 'true' });
});
afterAll(() => node.node.stop());

const reasonOf = (body: unknown) => (body as { error: { reason: string } }).error.reason;

describe('who may come in', () => {
  test('nobody without credentials, and the answer says how', async () => {
    const { status, body, headers } = await node.call(
      'GET',
      '/_nothing/here?pretty=false',
      undefined,
      '',
    );
    const details = {
      type: 'security_exception',
      reason: 'missing authentication credentials for REST request [/_nothing/here?pretty=false]',
      header: { 'WWW-Authenticate': ['Basic realm="security" charset="UTF-8"', 'ApiKey'] },
    };
    expect(status).toBe(401);
    expect(body).toEqual({ error: { root_cause: [details], ...details }, status: 401 } as never);
    expect(headers.get('www-authenticate')).toBe('Basic realm="security" charset="UTF-8", ApiKey');
  });

  test('a wrong password, an unknown user, a broken header', async () => {
    const cases: [string, string][] = [
      ['elastic:wrong', 'unable to authenticate user [elastic] for REST request [/]'],
      ['nobody:x', 'unable to authenticate user [nobody] for REST request [/]'],
      ['Basic !!!', 'invalid basic authentication header encoding'],
      ['Basic YWJj', 'invalid basic authentication header value'],
      [
        'Bearer abc',
        'unable to authenticate with provided credentials and anonymous access is not allowed for this request',
      ],
      ['TandemLocal abc', 'missing authentication credentials for REST request [/]'],
    ];
    for (const [credentials, reason] of cases) {
      const { status, body } = await node.call('GET', '/', undefined, credentials);
      expect([status, reasonOf(body)]).toEqual([401, reason]);
    }
  });

  test('elastic, with the password from outside', async () => {
    const { body } = await node.call('GET', '/_security/_authenticate');
    expect(body as object).toEqual({
      username: 'elastic',
      roles: ['superuser'],
      full_name: null,
      email: null,
      metadata: { _reserved: true },
      enabled: true,
      authentication_realm: { name: 'reserved', type: 'reserved' },
      lookup_realm: { name: 'reserved', type: 'reserved' },
      authentication_type: 'realm',
    });
  });

  test('secrets are hashed, in a file of the owner alone', () => {
    const path = join(node.dataDir, '_security', 'security.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(node.dataDir, '_security', 'local.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain(ELASTIC.split(':')[1] as string);
    expect(readFileSync(path, 'utf8')).toContain('"hash":"$2a$10$');
  });
});

describe('users', () => {
  test('live from creation to deletion', async () => {
    const joe = {
      password: 's3krit-password',
      roles: ['superuser'],
      full_name: 'Joe',
      email: 'j@x',
      metadata: { k: 1 },
    };
    expect((await node.call('PUT', '/_security/user/joe', joe)).body as object).toEqual({
      created: true,
    });
    expect((await node.call('PUT', '/_security/user/joe', joe)).body as object).toEqual({
      created: false,
    });
    expect((await node.call('GET', '/_security/user/joe')).body as object).toEqual({
      joe: {
        username: 'joe',
        roles: ['superuser'],
        full_name: 'Joe',
        email: 'j@x',
        metadata: { k: 1 },
        enabled: true,
      },
    });
    expect((await node.call('GET', '/', undefined, 'joe:s3krit-password')).status).toBe(200);
    expect((await node.call('PUT', '/_security/user/joe/_disable')).status).toBe(200);
    expect((await node.call('GET', '/', undefined, 'joe:s3krit-password')).status).toBe(401);
    await node.call('PUT', '/_security/user/joe/_enable');
    expect(
      (
        await node.call(
          'POST',
          '/_security/user/_password',
          { password: 'another1' },
          'joe:s3krit-password',
        )
      ).status,
    ).toBe(200);
    expect((await node.call('GET', '/', undefined, 'joe:s3krit-password')).status).toBe(401);
    expect((await node.call('GET', '/', undefined, 'joe:another1')).status).toBe(200);
    expect((await node.call('DELETE', '/_security/user/joe')).body as object).toEqual({
      found: true,
    });
    expect((await node.call('GET', '/_security/user/joe')).status).toBe(404);
    expect((await node.call('GET', '/', undefined, 'joe:another1')).status).toBe(401);
  });

  test('what is refused', async () => {
    const cases: [string, string, unknown, string][] = [
      [
        'PUT',
        '/_security/user/x',
        { roles: [] },
        'Validation Failed: 1: password must be specified unless you are updating an existing user;',
      ],
      [
        'PUT',
        '/_security/user/x',
        { roles: [], password: 'abc' },
        'Validation Failed: 1: passwords must be at least [6] characters long;',
      ],
      [
        'PUT',
        '/_security/user/elastic',
        { roles: [], password: 'abcdef' },
        'Validation Failed: 1: user [elastic] is reserved and only the password can be changed;',
      ],
      [
        'DELETE',
        '/_security/user/elastic',
        undefined,
        'user [elastic] is reserved and cannot be deleted',
      ],
      [
        'PUT',
        '/_security/user/elastic/_disable',
        undefined,
        'users may not update the enabled status of their own account',
      ],
      [
        'PUT',
        '/_security/user/nosuch/_password',
        { password: 'abcdef' },
        'Validation Failed: 1: user must exist in order to change password;',
      ],
      ['PUT', '/_security/user/x', undefined, 'request body is required'],
      [
        'PUT',
        '/_security/role/superuser',
        {},
        'Validation Failed: 1: Role [superuser] is reserved and may not be used.;',
      ],
      ['POST', '/_security/api_key', {}, 'Validation Failed: 1: api key name is required;'],
    ];
    for (const [method, path, body, reason] of cases) {
      const reply = await node.call(method, path, body);
      expect([reply.status, reasonOf(reply.body)]).toEqual([400, reason]);
    }
  });

  test('a hash made elsewhere works', async () => {
    const password_hash = await hashPassword('imported1');
    await node.call('PUT', '/_security/user/imp', { password_hash, roles: ['viewer'] });
    expect(
      (await node.call('GET', '/_security/_authenticate', undefined, 'imp:imported1')).status,
    ).toBe(200);
  });
});

describe('roles are enforced', () => {
  beforeAll(async () => {
    await node.call('PUT', '/_security/role/keys', {
      cluster: ['manage_own_api_key'],
      indices: [{ names: ['logs-*'], privileges: ['read', 'view_index_metadata'] }],
    });
    await node.call('PUT', '/_security/user/bob', {
      password: 'bob-secret',
      roles: ['keys', 'gone'],
    });
  });

  test('a refusal names roles and the privileges that would do', async () => {
    const { status, body } = await node.call('GET', '/_license', undefined, 'bob:bob-secret');
    expect(status).toBe(403);
    expect(reasonOf(body)).toBe(
      'action [cluster:monitor/xpack/license/get] is unauthorized for user [bob] with effective roles [keys] (assigned roles [gone] were not found), this action is granted by the cluster privileges [monitor,manage,all]',
    );
    expect(body).not.toHaveProperty('error.header');
  });

  test('the order of privileges is from least to most', () => {
    expect(granting('indices:data/read/search')).toEqual(['read', 'all']);
    expect(granting('indices:admin/create')).toEqual(['create_index', 'manage', 'all']);
    expect(granting('indices:admin/auto_create')).toEqual([
      'auto_configure',
      'create_index',
      'manage',
      'all',
    ]);
    expect(granting('indices:monitor/stats')).toEqual(['monitor', 'manage', 'all']);
    expect(granting('cluster:admin/xpack/security/user/put')).toEqual(['manage_security', 'all']);
  });

  test('has_privileges', async () => {
    const { body } = await node.call(
      'POST',
      '/_security/user/_has_privileges',
      {
        cluster: ['monitor', 'manage_own_api_key'],
        index: [{ names: ['logs-1', 'other'], privileges: ['read', 'write'] }],
        application: [{ application: 'app', privileges: ['p'], resources: ['*'] }],
      },
      'bob:bob-secret',
    );
    expect(body as object).toEqual({
      username: 'bob',
      has_all_requested: false,
      cluster: { monitor: false, manage_own_api_key: true },
      index: { 'logs-1': { read: true, write: false }, other: { read: false, write: false } },
      application: { app: { '*': { p: false } } },
    });
  });

  test('run as another user needs the right', async () => {
    const as = (credentials: string, user: string) =>
      fetch(`${node.url}/_security/_authenticate`, {
        headers: { authorization: `Basic ${btoa(credentials)}`, 'es-security-runas-user': user },
      });
    expect(((await (await as(ELASTIC, 'bob')).json()) as { username: string }).username).toBe(
      'bob',
    );
    expect((await as('bob:bob-secret', 'elastic')).status).toBe(403);
  });

  test('roles are read back as the reference prints them', async () => {
    expect(
      ((await node.call('GET', '/_security/role/keys')).body as Record<string, unknown>).keys,
    ).toEqual({
      cluster: ['manage_own_api_key'],
      indices: [
        {
          names: ['logs-*'],
          privileges: ['read', 'view_index_metadata'],
          allow_restricted_indices: false,
        },
      ],
      applications: [],
      run_as: [],
      metadata: {},
      transient_metadata: { enabled: true },
    });
    const builtin = (await node.call('GET', '/_security/privilege/_builtin'))
      .body as unknown as Record<string, string[]>;
    expect([builtin.cluster?.length, builtin.index?.length]).toEqual([53, 22]);
  });

  test('unknown fields and privileges are refused', async () => {
    const field = await node.call('PUT', '/_security/role/r', { clster: [] });
    expect(reasonOf(field.body)).toBe('failed to parse role [r]. unexpected field [clster]');
    const privilege = await node.call('PUT', '/_security/role/r', { cluster: ['fly'] });
    expect([privilege.status, reasonOf(privilege.body)]).toEqual([
      400,
      expect.stringContaining('unknown cluster privilege [fly]'),
    ]);
  });

  test('API keys: made, used, bound by their owner, invalidated', async () => {
    const made = await node.call(
      'POST',
      '/_security/api_key',
      { name: 'k', expiration: '1d', role_descriptors: { all: { cluster: ['all'] } } },
      'bob:bob-secret',
    );
    const key = made.body as unknown as {
      id: string;
      api_key: string;
      encoded: string;
      expiration: number;
    };
    expect(atob(key.encoded)).toBe(`${key.id}:${key.api_key}`);
    const mine = `ApiKey ${key.encoded}`;
    expect(
      (await node.call('GET', '/_security/_authenticate', undefined, mine)).body as object,
    ).toMatchObject({
      username: 'bob',
      roles: [],
      authentication_realm: { name: '_es_api_key', type: '_es_api_key' },
      authentication_type: 'api_key',
      api_key: { id: key.id, name: 'k' },
    });
    const refused = await node.call('GET', '/', undefined, mine);
    expect(reasonOf(refused.body)).toBe(
      `action [cluster:monitor/main] is unauthorized for API key id [${key.id}] of user [bob], this action is granted by the cluster privileges [monitor,manage,all]`,
    );
    expect((await node.call('GET', '/_security/api_key', undefined, 'bob:bob-secret')).status).toBe(
      403,
    );
    const listed = await node.call(
      'GET',
      '/_security/api_key?owner=true',
      undefined,
      'bob:bob-secret',
    );
    expect(listed.body as object).toMatchObject({
      api_keys: [
        { id: key.id, type: 'rest', invalidated: false, username: 'bob', realm: 'default_native' },
      ],
    });
    const gone = await node.call(
      'DELETE',
      '/_security/api_key',
      { ids: [key.id, 'nope'], owner: true },
      'bob:bob-secret',
    );
    expect(gone.body as object).toMatchObject({
      invalidated_api_keys: [key.id],
      previously_invalidated_api_keys: [],
      error_count: 1,
    });
    const after = await node.call('GET', '/_security/_authenticate', undefined, mine);
    expect(after.status).toBe(401);
    expect((after.body as { error: object }).error).toMatchObject({
      additional_unsuccessful_credentials: `API key: api key [${key.id}] has been invalidated`,
    });
  });
});

test('security outlives the node', async () => {
  const first = await startTestNode(tempDir('search'));
  await first.call('PUT', '/_security/role/r', { cluster: ['monitor'] });
  await first.call('PUT', '/_security/user/u', { password: 'u-secret', roles: ['r'] });
  const { cluster_uuid } = (await first.call('GET', '/')).body as unknown as {
    cluster_uuid: string;
  };
  await first.node.stop();
  const second = await startTestNode(first.dataDir);
  const { status, body } = await second.call('GET', '/', undefined, 'u:u-secret');
  expect([status, body.cluster_uuid as string]).toEqual([200, cluster_uuid]);
  await second.node.stop();
});

test('traces can be switched off', async () => {
  const terse = await startTestNode(tempDir('search'), { 'http.detailed_errors.enabled': 'false' });
  const { status, body } = await terse.call('GET', '/?error_trace=true');
  expect([status, reasonOf(body)]).toEqual([400, 'error traces in responses are disabled.']);
  expect(JSON.stringify(body)).not.toContain('stack_trace');
  await terse.node.stop();
});

test('security can be switched off', async () => {
  const open = await startTestNode(tempDir('search'), { 'xpack.security.enabled': 'false' });
  expect((await open.call('GET', '/', undefined, '')).status).toBe(200);
  expect((await open.call('GET', '/_security/_authenticate', undefined, '')).status).toBe(400);
  await open.node.stop();
});

test('calls of other versions and enrolment get the errors of the reference', async () => {
  const old = await node.call('PUT', '/_xpack/security/user/elastic/_password', { password: 'x' });
  expect([old.status, old.body.error as string]).toEqual([
    400,
    'no handler found for uri [/_xpack/security/user/elastic/_password] and method [PUT]',
  ]);
  const enrol = await node.call('GET', '/_security/enroll/kibana');
  expect([enrol.status, reasonOf(enrol.body)]).toEqual([
    500,
    'Unable to enroll client. Elasticsearch node HTTP layer SSL configuration is not configured with a keystore',
  ]);
});

describe('parts', () => {
  test('hashes of both kinds', async () => {
    expect(await verifyPassword('x-pack', await hashPassword('x-pack'))).toBe(true);
    const { pbkdf2Sync } = await import('node:crypto');
    const salt = Buffer.from('0123456789abcdef');
    const hash = `{PBKDF2}1000$${salt.toString('base64')}$${pbkdf2Sync('pw', salt, 1000, 32, 'sha512').toString('base64')}`;
    expect(await verifyPassword('pw', hash)).toBe(true);
    expect(await verifyPassword('pw2', hash)).toBe(false);
  });

  test('generated passwords', () => {
    expect(new Set(Array.from({ length: 50 }, generatePassword)).size).toBe(50);
    expect(generatePassword()).toMatch(/^[\w=*+-]{20}$/);
  });

  test('the cache forgets in time and when the hash changes', () => {
    let now = 0;
    const cache = new CredentialCache(() => now);
    cache.remember('u', 'secret', 'h1');
    expect(cache.knows('u', 'secret', 'h1')).toBe(true);
    expect(cache.knows('u', 'other', 'h1')).toBe(false);
    expect(cache.knows('u', 'secret', 'h2')).toBe(false);
    now = 21 * 60_000;
    expect(cache.knows('u', 'secret', 'h1')).toBe(false);
  });
});
