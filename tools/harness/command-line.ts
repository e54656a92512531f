// Runs the command line as an operator does, next to a local cloud.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { writeCloudFile } from '../../apps/local-cloud/cloud-file.ts';
import { type LockedFolder, lockFolder } from '../../apps/local-cloud/folder-lock.ts';
import type { RunningCloud } from './target.ts';

const CLI = resolve(import.meta.dirname, '../../apps/cli/main.ts');
const HOST = resolve(import.meta.dirname, 'command-host.ts');
const END = '\0end of command\n';

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Alone {
  readonly stdin?: string;
  readonly killWhen?: () => boolean;
  /** Default: SIGKILL, immediately. */
  readonly killWith?: NodeJS.Signals;
}

export interface CommandLine {
  /** Working directory of the commands; deleted with everything in it. */
  readonly dir: string;
  /**
   * Runs the command in a process that runs one command after the other: for the many tests that check answers, not
   * processes.
   */
  run(args: readonly string[]): Promise<Run>;
  /** Runs the command in a process of its own. */
  runAlone(args: readonly string[], options?: Alone): Promise<Run>;
  remove(): void;
}

export function createCommandLine(cloud?: RunningCloud): CommandLine {
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-cli-'));
  let lock: LockedFolder | undefined;
  if (cloud !== undefined) {
    const url = cloud.outputs.ApiUrl ?? '';
    lock = lockFolder(join(dir, '.local'));
    writeCloudFile(join(dir, '.local'), {
      url,
      endpoints: cloud.endpoints,
      outputs: cloud.outputs,
    });
  }
  return {
    dir,
    run: (args) => commands.run(args, dir),
    runAlone: (args, { stdin, killWhen, killWith = 'SIGKILL' } = {}) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [CLI, ...args], { cwd: dir });
        const printed = collect(child);
        child.stdin.end(stdin ?? '');
        const watch = setInterval(() => {
          if (killWhen?.() !== true) return;
          clearInterval(watch);
          child.kill(killWith);
        }, 5);
        child.on('close', (code) => {
          clearInterval(watch);
          done({ code, ...printed() });
        });
      }),
    remove() {
      lock?.release(true);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** One host for all suites of this process, which ends with it. */
const commands = createHost();

/** Starts with the first command, and again after a command that ended the process. */
function createHost() {
  let host: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startHost(): ChildProcess {
    const child = spawn(process.execPath, [HOST], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    child.once('exit', () => {
      host = undefined;
    });
    return child;
  }

  function run(args: readonly string[], dir: string): Promise<Run> {
    host ??= startHost();
    const child = host;
    const printed = collect(child);
    const { promise, resolve } = Promise.withResolvers<Run>();
    let code: number | undefined;
    const finish = (run: Run): void => {
      child.stdout?.removeAllListeners('data');
      child.stderr?.removeAllListeners('data');
      child.removeAllListeners('message').removeListener('close', onClose);
      resolve(run);
    };
    const look = (): void => {
      const { stdout, stderr } = printed();
      if (code === undefined || !stdout.endsWith(END) || !stderr.endsWith(END)) return;
      finish({ code, stdout: stdout.slice(0, -END.length), stderr: stderr.slice(0, -END.length) });
    };
    const onClose = (code: number | null): void => finish({ code, ...printed() });
    child.on('close', onClose);
    child.on('message', (message) => {
      ({ code } = v.parse(ended, message));
      look();
    });
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.send({ args, dir, env: { ...process.env }, end: END });
    return promise;
  }

  return {
    run(args: readonly string[], dir: string): Promise<Run> {
      const ran = last.then(() => run(args, dir));
      last = ran.catch(() => undefined);
      return ran;
    },
  };
}
const ended = v.object({ code: v.number() });

/** Collects the output from now on. */
function collect({ stdout, stderr }: ChildProcess): () => Omit<Run, 'code'> {
  const printed = { stdout: '', stderr: '' };
  stdout?.setEncoding('utf8').on('data', (part: string) => {
    printed.stdout += part;
  });
  stderr?.setEncoding('utf8').on('data', (part: string) => {
    printed.stderr += part;
  });
  return () => printed;
}
