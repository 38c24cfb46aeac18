import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { DataDir } from '../data-dir.ts';
import type { ServiceState, ServiceStatus } from '../supervisor/status.ts';
import { Progress } from './progress.ts';

function status(name: string, state: ServiceState, reason: string | null = null): ServiceStatus {
  return {
    name,
    state,
    pid: 1,
    address: `127.0.0.1:${name.length}`,
    user: 'default',
    startedAt: 1,
    readyMs: 42,
    restarts: 0,
    reason,
  };
}

const nowhere = new DataDir('/nowhere');

function screen(isTTY: boolean) {
  const shown = {
    isTTY,
    columns: 30,
    text: '',
    write: (text: string) => void (shown.text += text),
  };
  return shown;
}

const up = (...services: ServiceStatus[]) => ({
  type: 'up' as const,
  status: {
    running: true as const,
    dataDir: '/d',
    topology: 'standalone',
    portOffset: 0,
    supervisorPid: 1,
    services,
  },
});

test('a pipe gets one line for each change, then the table', () => {
  const pipe = screen(false);
  const progress = new Progress(pipe, nowhere, ['Data: /d']);
  progress.show({ type: 'service', status: status('kv', 'starting') });
  progress.show({ type: 'service', status: status('kv', 'ready') });
  progress.show(up(status('kv', 'ready')));
  expect(pipe.text).toBe(
    'kv  starting\nkv  ready in 42 ms\n\n' +
      'SERVICE  ADDRESS      USER\nkv       127.0.0.1:2  default\n\nData: /d\n',
  );
});

test('a terminal has one line a service, drawn over', () => {
  const terminal = screen(true);
  const progress = new Progress(terminal, nowhere, []);
  progress.show({ type: 'service', status: status('kv', 'starting') });
  progress.show({ type: 'service', status: status('search', 'starting') });
  progress.show({ type: 'service', status: status('kv', 'ready') });
  expect(terminal.text).toBe(
    '\x1b[2Kkv  starting\n' +
      '\x1b[1A\x1b[2Kkv  starting\n\x1b[2Ksearch  starting\n' +
      '\x1b[2A\x1b[2Kkv  ready in 42 ms\n\x1b[2Ksearch  starting\n',
  );
});

test('a long line does not wrap', () => {
  const terminal = screen(true);
  const progress = new Progress(terminal, nowhere, []);
  progress.show({ type: 'service', status: status('kv', 'restarting', 'x'.repeat(100)) });
  expect(terminal.text).toBe(`\x1b[2Kkv  restarting: ${'x'.repeat(13)}\n`);
});

test('a service that fails later is shown with its last lines and the way back', () => {
  const data = new DataDir(tempDir('progress'));
  data.prepare([]);
  const log = data.log('kv');
  writeFileSync(log, 'first words\nlast words\n');
  const pipe = screen(false);
  const progress = new Progress(pipe, data, []);
  progress.show(up(status('kv', 'ready')));
  pipe.text = '';
  progress.show({ type: 'service', status: status('kv', 'failed', 'it exited with code 9') });
  expect(pipe.text).toBe(
    `kv  failed: it exited with code 9\n  first words\n  last words\nLog: ${log}\n` +
      `Start it again with: npx tandem restart kv --data ${data.path}\n`,
  );
});
