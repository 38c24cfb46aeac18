import { expect, test } from 'bun:test';
import { forEachElastic, PASSWORD, refusal } from './elastic-variants.ts';

forEachElastic(({ client, open, name }) => {
  test('nobody gets in without credentials, or with wrong ones', async () => {
    const anonymous = await refusal(open(undefined).info());
    expect(anonymous.name).toBe('ResponseError');
    expect(anonymous.statusCode).toBe(401);
    expect(anonymous.body.error.type).toBe('security_exception');
    expect(anonymous.headers['www-authenticate']).toContain('Basic realm="security"');
    const wrong = await refusal(open({ username: 'elastic', password: `${PASSWORD}!` }).info());
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body.error.reason).toContain('unable to authenticate user [elastic]');
  });

  test('who one is', async () => {
    const me = await client().security.authenticate();
    expect(me).toMatchObject({ username: 'elastic', roles: ['superuser'], enabled: true });
    expect(me.authentication_type as string).toBe('realm');
  });

  test('a role lets its user do what it says and nothing else', async () => {
    const logs = name('logs');
    const role = name('reader');
    const username = name('user');
    await client().indices.create({ index: logs });
    await client().index({ index: logs, document: { message: 'hello' }, refresh: true });
    await client().security.putRole({
      name: role,
      indices: [{ names: [`${logs}*`], privileges: ['read'] }],
    });
    const password = 'reader-password';
    const put = await client().security.putUser({ username, password, roles: [role] });
    expect(put.created).toBe(true);
    const reader = open({ username, password });
    expect((await reader.search({ index: logs })).hits.hits).toHaveLength(1);
    const write = await refusal(reader.index({ index: logs, document: {} }));
    expect(write.statusCode).toBe(403);
    expect(write.body.error.reason).toContain(
      `action [indices:data/write/index] is unauthorized for user [${username}]`,
    );
    const health = await refusal(reader.cluster.health());
    expect(health.statusCode).toBe(403);
    const asked = await reader.security.hasPrivileges({
      index: [{ names: [logs], privileges: ['read', 'write'] }],
    });
    expect(asked.has_all_requested).toBe(false);
    expect(asked.index[logs]).toEqual({ read: true, write: false });
    await client().security.disableUser({ username });
    expect((await refusal(reader.search({ index: logs }))).statusCode).toBe(401);
    await client().security.enableUser({ username });
    await client().security.changePassword({ username, password: 'another-password' });
    const again = open({ username, password: 'another-password' });
    expect((await again.count({ index: logs })).count).toBe(1);
    await client().security.deleteUser({ username });
    expect((await refusal(again.search({ index: logs }))).statusCode).toBe(401);
  });

  test('an API key stands for what it was given, until it is invalidated', async () => {
    const index = name('keyed');
    await client().indices.create({ index });
    const made = await client().security.createApiKey({
      name: name('key'),
      role_descriptors: { only: { indices: [{ names: [index], privileges: ['all'] }] } },
    });
    const keyed = open({ apiKey: made.encoded });
    await keyed.index({ index, id: '1', document: { a: 1 }, refresh: true });
    expect((await keyed.get({ index, id: '1' }))._source).toEqual({ a: 1 });
    const other = await refusal(keyed.index({ index: name('other'), document: {} }));
    expect(other.statusCode).toBe(403);
    // Both ways in which the client takes a key.
    const pair = open({ apiKey: { id: made.id, api_key: made.api_key } });
    expect((await pair.security.authenticate()).authentication_type as string).toBe('api_key');
    const gone = await client().security.invalidateApiKey({ ids: [made.id] });
    expect(gone.invalidated_api_keys).toEqual([made.id]);
    expect((await refusal(keyed.get({ index, id: '1' }))).statusCode).toBe(401);
  });
});
