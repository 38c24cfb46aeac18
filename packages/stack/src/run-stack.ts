import { DirectoryLock } from '@tandem/common/directory-lock.ts';
import { UserError } from '@tandem/common/user-error.ts';
import type { ControlReply, ControlRequest } from './control/protocol.ts';
import { ControlServer } from './control/server.ts';
import { firstPasswords, type ShownPassword } from './credentials/first-passwords.ts';
import { exitCodes } from './exit-codes.ts';
import { RotatingLog } from './logs/rotating-log.ts';
import type { Plan } from './plan.ts';
import { availableMiB, memoryTrouble } from './preflight/memory.ts';
import { portTrouble } from './preflight/ports.ts';
import { findOrphans, removeState, writeState } from './state/state-file.ts';
import { StopSignals } from './stop-signals.ts';
import { ServiceFailure } from './supervisor/managed-service.ts';
import type { ServiceStatus, StackStatus } from './supervisor/status.ts';
import { Supervisor } from './supervisor/supervisor.ts';
import { typedCommand } from './typed-command.ts';

/** What happens to a stack while it runs, for whoever shows it. */
export type StackEvent =
  | { readonly type: 'service'; readonly status: ServiceStatus }
  /** Passwords of a first start; for the user's eyes, never for a log. */
  | { readonly type: 'passwords'; readonly passwords: readonly ShownPassword[] }
  /** Everything is ready. */
  | { readonly type: 'up'; readonly status: StackStatus }
  | { readonly type: 'stopping'; readonly forced: boolean };

/**
 * Runs a stack from its checks to its end in this process; returns the exit code. Throws a
 * UserError, with nothing left running, when it cannot be started.
 */
export async function runStack(plan: Plan, show: (event: StackEvent) => void): Promise<number> {
  const { dataDir } = plan;
  dataDir.prepare(plan.services.map(({ descriptor }) => descriptor.name));
  const lock = takeLock(plan);
  const log = new RotatingLog(dataDir.log('tandem'));
  try {
    await preflight(plan);
    return await runLocked(plan, (event) => {
      if (event.type !== 'passwords') {
        log.write(`${new Date().toISOString()} ${JSON.stringify(event)}\n`);
      }
      show(event);
    });
  } finally {
    log.close();
    lock.release();
  }
}

async function runLocked(plan: Plan, show: (event: StackEvent) => void): Promise<number> {
  const { dataDir } = plan;
  const supervisor = new Supervisor(plan, (status) => {
    writeState(dataDir.state, supervisor.statuses);
    show({ type: 'service', status });
  });
  const status = (): StackStatus => ({
    running: true,
    dataDir: dataDir.path,
    topology: plan.topology,
    portOffset: plan.portOffset,
    supervisorPid: process.pid,
    services: supervisor.statuses,
  });
  const stopped = Promise.withResolvers<number>();
  let stopping = false;
  let exitCode: number = exitCodes.ok;
  const stop = async (forced: boolean): Promise<void> => {
    if (!stopping || forced) show({ type: 'stopping', forced });
    stopping = true;
    if (forced) exitCode = exitCodes.forced;
    await (forced ? supervisor.kill() : supervisor.stop());
    stopped.resolve(exitCode);
  };
  const control = new ControlServer(dataDir.socket, async (request) => {
    await obey(request, supervisor, stop);
    return { ok: true, status: status() } satisfies ControlReply;
  });
  const signals = new StopSignals(stop);
  try {
    await control.listen();
    await supervisor.start();
    if (!stopping) await tellPasswords(plan, supervisor, show);
    if (!stopping) show({ type: 'up', status: status() });
    return await stopped.promise;
  } catch (error) {
    if (stopping) return await stopped.promise;
    if (!(error instanceof ServiceFailure)) throw error;
    throw new UserError(error.message, exitCodes.failed, { cause: error });
  } finally {
    signals.ignore();
    await control.close();
    removeState(dataDir.state);
  }
}

async function tellPasswords(
  plan: Plan,
  supervisor: Supervisor,
  show: (event: StackEvent) => void,
): Promise<void> {
  try {
    const passwords = await firstPasswords(plan);
    if (passwords.length > 0) show({ type: 'passwords', passwords });
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

async function obey(
  request: ControlRequest,
  supervisor: Supervisor,
  stop: (forced: boolean) => Promise<void>,
): Promise<void> {
  if (request.command === 'restart') await supervisor.restart(request.service);
  if (request.command === 'stop') await stop(request.force);
}

function takeLock(plan: Plan): DirectoryLock {
  const lock = DirectoryLock.take(plan.dataDir.lock);
  if (lock !== undefined) return lock;
  const { dataDir } = plan;
  const pid = DirectoryLock.holder(dataDir.lock);
  throw new UserError(
    `${dataDir.path} is in use by a running tandem (pid ${pid}). \`${typedCommand('down', dataDir)}\` stops it; a second stack needs its own --data DIR and --port-offset N.`,
    exitCodes.alreadyRunning,
  );
}

/** Everything that can be known to stand in the way, before anything is started. */
async function preflight(plan: Plan): Promise<void> {
  const refuse = (sentence: string | undefined) => {
    if (sentence !== undefined) throw new UserError(sentence, exitCodes.cannotStart);
  };
  const [orphan] = findOrphans(plan.dataDir.state);
  refuse(
    orphan &&
      `${orphan.name} (pid ${orphan.pid}) still runs although the tandem that started it was killed. Stop it with \`${typedCommand('down', plan.dataDir)}\`, then start again.`,
  );
  refuse(
    memoryTrouble(
      plan.services.map(({ descriptor }) => descriptor),
      availableMiB(),
    ),
  );
  for (const { descriptor, context } of plan.services) {
    for (const { name } of descriptor.ports) {
      const wanted = { service: descriptor.name, host: descriptor.host(context) };
      refuse(await portTrouble({ ...wanted, port: context.port(name) }));
    }
  }
}
