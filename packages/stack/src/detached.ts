import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { UserError } from '@tandem/common/user-error.ts';
import { exitCodes } from './exit-codes.ts';
import type { Plan } from './plan.ts';
import { runStack, type StackEvent } from './run-stack.ts';

/** The word by which `tandem up --detach` starts its background process; not for people to type. */
export const SUPERVISE = 'supervise';

/** What the background process tells the one that started it, until everything is ready. */
type Message =
  | StackEvent
  | { readonly type: 'refused'; readonly message: string; readonly exitCode: number };

/** Starts a plan's stack in a process of its own; returns when it is up, throws why it is not. */
export async function startDetached(
  plan: Plan,
  show: (event: StackEvent) => void,
): Promise<number> {
  plan.dataDir.prepare([]);
  // What it prints beside its messages can only be a crash: that belongs in its log.
  const log = openSync(plan.dataDir.log('tandem'), 'a', 0o600);
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      process.argv[1] as string,
      SUPERVISE,
      '--topology',
      plan.topology,
      '--only',
      plan.services.map(({ descriptor }) => descriptor.name).join(','),
      '--data',
      plan.dataDir.path,
      '--port-offset',
      String(plan.portOffset),
    ],
    { detached: true, stdio: ['ignore', log, log, 'ipc'] },
  );
  closeSync(log);
  const giveUp = () => child.kill('SIGTERM');
  process.on('SIGINT', giveUp);
  process.on('SIGTERM', giveUp);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('message', (message: Message) => {
        if (message.type === 'refused') {
          reject(new UserError(message.message, message.exitCode));
          return;
        }
        show(message);
        if (message.type === 'up') resolve(exitCodes.ok);
      });
      child.on('error', reject);
      child.on('exit', (code) => {
        const log = plan.dataDir.log('tandem');
        if (code === 0) resolve(exitCodes.forced);
        else reject(new UserError(`The stack ended before it was ready. Log: ${log}`));
      });
    });
  } finally {
    process.off('SIGINT', giveUp);
    process.off('SIGTERM', giveUp);
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** Runs a stack as the background process: events go to the starter while it listens. */
export async function superviseDetached(plan: Plan): Promise<number> {
  const tell = (message: Message) => {
    if (process.connected) process.send?.(message);
  };
  try {
    return await runStack(plan, tell);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell({ type: 'refused', message: error.message, exitCode: error.exitCode });
    return error.exitCode;
  }
}
