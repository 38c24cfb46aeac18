/** `tandem-search`: the command line becomes a running node, or one of its tools. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { UserError } from '@tandem/common/user-error.ts';
import { createEnrollmentToken } from './cli/create-enrollment-token.ts';
import { resetPassword } from './cli/reset-password.ts';
import { toSearchError } from './errors/error-body.ts';
import { Log } from './log.ts';
import { SearchNode } from './node.ts';
import { HELP, parseNodeCommand } from './settings/command-line.ts';
import { loadSettings } from './settings/load.ts';
import { heapBudget } from './settings/sources.ts';
import { BUILD_DATE, BUILD_HASH, TANDEM_VERSION, VERSION } from './version.ts';

const TOOLS: Readonly<Record<string, (argv: readonly string[]) => Promise<number>>> = {
  'reset-password': resetPassword,
  'create-enrollment-token': createEnrollmentToken,
};

async function main(argv: readonly string[]): Promise<void> {
  const tool = TOOLS[argv[0] ?? ''];
  if (tool !== undefined) {
    process.exitCode = await tool(argv.slice(1));
    return;
  }
  const line = parseNodeCommand(argv);
  if (line.mode === 'help') process.stdout.write(HELP);
  else if (line.mode === 'version') {
    console.log(
      `Version: ${VERSION}, Build: tar/${BUILD_HASH}/${BUILD_DATE}, Tandem: ${TANDEM_VERSION}, Bun: ${Bun.version}`,
    );
  } else await serve(line);
}

async function serve(
  line: Extract<ReturnType<typeof parseNodeCommand>, { mode: 'serve' }>,
): Promise<void> {
  const log = new Log();
  log.quiet = line.quiet;
  let node: SearchNode;
  try {
    node = await SearchNode.start({
      settings: loadSettings(process.env, line.settings),
      log,
      heapBudget: heapBudget(process.env.ES_JAVA_OPTS),
      elasticPassword: elasticPassword(),
      announcePassword,
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    log.error(
      'o.e.b.Elasticsearch',
      `fatal exception while booting Elasticsearch: ${toSearchError(error).message}`,
    );
    process.stderr.write(`ERROR: ${toSearchError(error).message}\n`);
    process.exit(1);
  }
  if (line.pidFile !== undefined) writeFileSync(line.pidFile, `${process.pid}\n`);
  // A fault that no request waits for is logged, as the reference does; the others are served on.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (fault: unknown) => {
      const text = fault instanceof Error ? fault.stack : String(fault);
      log.error('o.e.b.ElasticsearchUncaughtExceptionHandler', `uncaught exception: ${text}`);
    });
  }
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      await node.stop();
      if (line.pidFile !== undefined) rmSync(line.pidFile, { force: true });
      // The reference ends by the signal too, and says so in its exit code.
      process.exit(signal === 'SIGTERM' ? 143 : 130);
    });
  }
}

/** ELASTIC_PASSWORD, or the first line of the file ELASTIC_PASSWORD_FILE names. */
function elasticPassword(): string | undefined {
  const file = process.env.ELASTIC_PASSWORD_FILE;
  if (file === undefined || file === '') return process.env.ELASTIC_PASSWORD || undefined;
  if (process.env.ELASTIC_PASSWORD) {
    throw new UserError(
      'ERROR: Both ELASTIC_PASSWORD_FILE and ELASTIC_PASSWORD are set. These are mutually exclusive.',
    );
  }
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0];
  } catch (cause) {
    throw new UserError(`ERROR: File ${file} from ELASTIC_PASSWORD_FILE cannot be read`, 1, {
      cause,
    });
  }
}

/** Only on a terminal: a log file is no place for a password. */
function announcePassword(password: string): void {
  if (!process.stdout.isTTY) return;
  process.stdout.write(
    `\nPassword for the elastic user (reset with \`tandem-search reset-password -u elastic\`):\n  ${password}\n\n`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
