/** `tandem-search create-enrollment-token`: needs TLS, and reports what the reference reports without it. */
import { UserError } from '@tandem/common/user-error.ts';
import { runningNode, toolSettings, usageError } from './tool-settings.ts';

const HELP = `Creates enrollment tokens for Elasticsearch nodes and Kibana instances.

Usage: tandem-search create-enrollment-token -s SCOPE [--url URL] [-E setting=value]

  -s, --scope SCOPE  The scope of this enrollment token, can be either "node" or "kibana"
  --url URL          The URL of the node
  -E setting=value   A setting of the node: path.data tells where it lives
`;

export async function createEnrollmentToken(argv: readonly string[]): Promise<number> {
  if (argv.includes('-h') || argv.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const { settings, rest } = toolSettings(argv);
  const scope = readScope(rest);
  if (!settings.boolean('xpack.security.enrollment.enabled', false)) {
    throw new UserError(
      'ERROR: [xpack.security.enrollment.enabled] must be set to `true` to create an enrollment token',
      78,
    );
  }
  runningNode(settings);
  process.stderr.write(
    'Unable to create enrollment token for scope [' +
      `${scope}]\n\nERROR: Unable to create an enrollment token. Elasticsearch node HTTP layer SSL configuration is not configured with a keystore, with exit code 73\n`,
  );
  return 73;
}

function readScope(argv: readonly string[]): string {
  let scope: string | undefined;
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [name, attached] = word.split(/=(.*)/s);
    if (name === '-s' || name === '--scope') scope = attached ?? words.shift();
    else if (name === '--url') attached ?? words.shift();
    else throw usageError(`${word.replace(/^-+/, '')} is not a recognized option`);
  }
  if (scope === undefined) throw usageError('Missing required option(s) [s/scope]');
  if (scope !== 'kibana' && scope !== 'node') {
    throw usageError('Invalid scope: valid values are [node, kibana]');
  }
  return scope;
}
