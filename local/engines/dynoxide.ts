// The dynoxide engine as a child process. It ends with this process, even after a SIGKILL: a guard process between the
// two holds the engine and watches a pipe that only this process keeps open.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { findEngine, withoutEngine } from './engine-package.ts';

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
  const binary = findEngine();
  if (binary === undefined) throw new Error(withoutEngine());
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
