import { expect, test } from 'bun:test';
import { DeathCounter, type RestartPolicy } from './restart-policy.ts';

const policy: RestartPolicy = {
  kind: 'back-off',
  firstDelayMs: 100,
  longestDelayMs: 350,
  fastDeathMs: 1000,
  fastDeaths: 5,
};

test('waits longer after each fast death, up to a bound, then gives up', () => {
  const deaths = new DeathCounter(policy);
  const verdicts = Array.from({ length: 5 }, () => deaths.next(10, 'died'));
  expect(verdicts.slice(0, 4)).toEqual(
    [100, 200, 350, 350].map((restartInMs) => ({ restartInMs })),
  );
  expect(verdicts[4]).toEqual({
    giveUp: 'it ended 5 times within 1 s of its start, last it died',
  });
});

test('a long life makes earlier deaths forgotten', () => {
  const deaths = new DeathCounter(policy);
  for (let i = 0; i < 4; i += 1) deaths.next(10, 'died');
  expect(deaths.next(1000, 'died')).toEqual({ restartInMs: 100 });
  expect(deaths.next(10, 'died')).toEqual({ restartInMs: 100 });
});

test('so does a user who asks again', () => {
  const deaths = new DeathCounter(policy);
  for (let i = 0; i < 4; i += 1) deaths.next(10, 'died');
  deaths.reset();
  expect(deaths.next(10, 'died')).toEqual({ restartInMs: 100 });
});

test('never means never', () => {
  expect(new DeathCounter({ kind: 'never' }).next(1e9, 'was killed')).toEqual({
    giveUp: 'it was killed, and is only restarted when asked',
  });
});
