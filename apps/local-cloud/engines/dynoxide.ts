// Runs the dynoxide engine as a child process. It ends with this process, even after a SIGKILL: a guard process between
// the two holds the engine and watches a pipe that only this process keeps open.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../free-port.ts';
import { findEngine, withoutEngine } from './engine-package.ts';

const GUARD = fileURLToPath(new URL('./dynoxide-guard.mjs', import.meta.url));

/** An engine that ends more often has a cause that restarts do not remove. */
const MAX_RESTARTS_A_MINUTE = 3;

export interface Dynoxide {
  readonly endpoint: string;
  /** Whether the engine does not respond, or has exited since `since`, in milliseconds of performance.now(). */
  wasDown(since: number): Promise<boolean>;
  stop(): Promise<void>;
}

interface Engine {
  readonly guard: ChildProcess;
  /** Returns the last text that the engine has written to stderr. */
  complaint(): string;
}

/**
 * Restarts an engine that exits unexpectedly on its file, at the same address: committed data are in the file. `file`:
 * the SQLite file; undefined keeps everything in memory, and rules out a restart.
 */
export async function startDynoxide({
  file,
  onRestart,
  onLoss,
}: {
  readonly file: string | undefined;
  readonly onRestart?: ((message: string) => void) | undefined;
  readonly onLoss: (message: string) => void;
}): Promise<Dynoxide> {
  const binary = findEngine();
  if (binary === undefined) throw new Error(withoutEngine());
  const port = await findFreePort();
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])];
  const endpoint = `http://127.0.0.1:${port}`;
  const restarts: number[] = [];
  let [exitedAt, startedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let stopping = false;
  const spawnOne = (): Engine => spawnEngine(binary, args);
  let engine = spawnOne();

  async function awaitEngine(): Promise<void> {
    const { guard, complaint } = engine;
    let isUp = false;
    guard.once('exit', () => {
      exitedAt = performance.now();
      if (isUp) void restart(complaint());
    });
    try {
      await untilUp(guard, endpoint, complaint);
      if (hasEnded(guard)) throw new Error(`the DynamoDB engine exited after its start: ${complaint()}`);
    } catch (error) {
      await end(guard);
      throw error;
    }
    isUp = true;
    startedAt = performance.now();
  }

  async function restart(complaint: string): Promise<void> {
    if (stopping) return;
    const minuteAgo = performance.now() - 60_000;
    const isHopeless = restarts.filter((at) => at > minuteAgo).length >= MAX_RESTARTS_A_MINUTE;
    if (file === undefined || isHopeless)
      return onLoss(`the DynamoDB engine exited unexpectedly: start again. ${complaint}`.trimEnd());
    restarts.push(performance.now());
    engine = spawnOne();
    try {
      await awaitEngine();
      onRestart?.(`the DynamoDB engine exited unexpectedly and was started again. ${complaint}`.trimEnd());
    } catch (error) {
      await restart(error instanceof Error ? error.message : String(error));
    }
  }

  await awaitEngine();
  return {
    endpoint,
    async wasDown(since) {
      // A restart counts as down until it is known to be over: the engine responds a little earlier.
      if (exitedAt >= startedAt || Math.max(exitedAt, startedAt) >= since) return true;
      // Its exit may not be known yet.
      return !(await responds(endpoint));
    },
    async stop() {
      stopping = true;
      await end(engine.guard);
    },
  };
}

function spawnEngine(binary: string, args: readonly string[]): Engine {
  // Its own process group: Ctrl-C reaches only this process, so requests in flight can still use their tables.
  const guard = spawn(process.execPath, [GUARD, binary, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  guard.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-2_000);
  });
  return { guard, complaint: () => complaint };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function end(guard: ChildProcess): Promise<void> {
  if (hasEnded(guard)) return;
  const ended = new Promise((resolve) => guard.once('exit', resolve));
  guard.stdin?.end();
  await ended;
}

async function responds(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
}

async function untilUp(guard: ChildProcess, endpoint: string, complaint: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (hasEnded(guard)) throw new Error(`the DynamoDB engine exited during its start: ${complaint()}`);
    if (await responds(endpoint)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the DynamoDB engine did not respond within 30 s: ${complaint()}`);
}
