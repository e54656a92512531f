// The dynoxide engine as a child process. It ends with this process, even after a SIGKILL: a guard process between the
// two holds the engine and watches a pipe that only this process keeps open.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const GUARD = fileURLToPath(new URL('./dynoxide-guard.ts', import.meta.url));

export interface Dynoxide {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** `file`: the SQLite file; undefined keeps everything in memory. `onLoss`: called if the engine exits unexpectedly. */
export async function startDynoxide(
  file: string | undefined,
  onLoss: (message: string) => void,
): Promise<Dynoxide> {
  const binary = engineBinary();
  const port = await freePort();
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])];
  // Its own process group: Ctrl-C reaches only this process, so requests in flight can still use their tables.
  const guard = spawn(process.execPath, [GUARD, binary, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  guard.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-2_000);
  });
  const endpoint = `http://127.0.0.1:${port}`;
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    if (guard.exitCode !== null || guard.signalCode !== null) return;
    const ended = new Promise((resolve) => guard.once('exit', resolve));
    guard.stdin.end();
    await ended;
  };
  try {
    await untilUp(guard, endpoint, () => complaint);
  } catch (error) {
    await stop();
    throw error;
  }
  guard.once('exit', () => {
    if (!stopping) onLoss(`the DynamoDB engine exited unexpectedly: start again. ${complaint}`.trimEnd());
  });
  return { endpoint, stop };
}

/** The engine's binary, from this platform's optional dependency. */
function engineBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide');
    if (existsSync(binary)) {
      // npm may unpack it without execute permission.
      chmodSync(binary, 0o755);
      return binary;
    }
  } catch {
    // Not installed: reported below.
  }
  throw new Error(
    `there is no DynamoDB engine for this platform: install the package ${name}, ` +
      'or run another one (such as DynamoDB Local) and set DYNAMODB_ENDPOINT=http://127.0.0.1:8000',
  );
}

async function untilUp(guard: ChildProcess, endpoint: string, complaint: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (guard.exitCode !== null)
      throw new Error(`the DynamoDB engine exited during its start: ${complaint()}`);
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(500) });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  throw new Error(`the DynamoDB engine did not respond within 5 s: ${complaint()}`);
}
