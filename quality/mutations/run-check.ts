// Runs a test file or a drill in a folder, in a process of its own.
import { spawn } from 'node:child_process';
import { type Check, isDrill } from './mutation.ts';

/** Seeds of a drill. */
const SEEDS = 10;
/** A service that waits for ever is noticed by that. */
const LONGEST_MS = 300_000;

/** Of a test, or of a drill. */
const COMPLAINT = /(?<=^|"what":")(?:\w*Error: .*|(?<=")[^"]+)/m;
const MAX_COMPLAINT = 200;

export interface CheckResult {
  readonly passes: boolean;
  /** The first seed with which a drill found a violation. */
  readonly seed?: number;
  /** The first complaint: a mutation can be noticed for a reason that has nothing to do with its guard. */
  readonly said?: string;
  /** The end of what was printed. */
  readonly printed: string;
  readonly ms: number;
}

export async function runCheck(folder: string, check: Check): Promise<CheckResult> {
  const began = performance.now();
  const { code, printed } = await runNode(folder, isDrill(check) ? drillArgs(check) : testArgs(check));
  const seed = /"first_violation":\{"seed":(\d+)/.exec(printed)?.[1];
  const said = COMPLAINT.exec(printed)?.[0].slice(0, MAX_COMPLAINT);
  return {
    passes: code === 0,
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(said !== undefined && { said }),
    printed: printed.slice(-2_000),
    ms: Math.round(performance.now() - began),
  };
}

function drillArgs(name: string): string[] {
  return ['quality/drills/main.ts', name, '--runs', String(SEEDS), '--json'];
}

/** Nothing but the first failure matters; a busy machine is slow, not wrong. */
function testArgs(file: string): string[] {
  return ['vitest', 'run', file, '--bail=1', '--hookTimeout=300000', '--testTimeout=120000'];
}

function runNode(folder: string, args: readonly string[]): Promise<{ code: number; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['bin/run.mjs', ...args], {
      cwd: folder,
      // A group of its own, so that what hangs is ended with everything that it has started.
      detached: process.platform !== 'win32',
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const collect = (text: Buffer): void => {
      printed += text.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setTimeout(() => end(child.pid), LONGEST_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, printed });
    });
  });
}

function end(pid: number | undefined): void {
  if (pid === undefined) return;
  process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}
