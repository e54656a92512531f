// Runs the command line as an operator does: as a separate process, next to a local cloud.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeCloudFile } from '../local/cloud-file.ts';
import { type LockedFolder, lockFolder } from '../local/folder-lock.ts';
import type { RunningCloud } from './target.ts';

const CLI = resolve(import.meta.dirname, '..', 'cli', 'main.ts');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandLine {
  /** Working directory of the commands; deleted with everything in it. */
  readonly dir: string;
  run(args: readonly string[], options?: { stdin?: string; killWhen?: () => boolean }): Promise<Run>;
  remove(): void;
}

export function commandLine(cloud?: RunningCloud): CommandLine {
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
    run: (args, { stdin, killWhen } = {}) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [CLI, ...args], { cwd: dir });
        let stdout = '';
        let stderr = '';
        child.stdout.on('data', (part) => {
          stdout += part;
        });
        child.stderr.on('data', (part) => {
          stderr += part;
        });
        child.stdin.end(stdin ?? '');
        const watch = setInterval(() => {
          if (killWhen?.() === true) child.kill('SIGKILL');
        }, 5);
        child.on('close', (code) => {
          clearInterval(watch);
          done({ code, stdout, stderr });
        });
      }),
    remove() {
      lock?.release(true);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
