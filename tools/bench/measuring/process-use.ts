// Measures processor time and memory of a run: those of its process, and those of its functions from their REPORT
// lines.

import { readdirSync, readFileSync } from 'node:fs';
import type { LogSink } from '../../../apps/local-cloud/functions/functions.ts';

// Duration and memory of each function, from the REPORT lines that end its invocations.
export interface FunctionUse {
  readonly name: string;
  readonly invocations: number;
  readonly duration_ms: number;
  readonly memory_size_mb: number;
  /** Peak heap and buffers of its thread at the end of an invocation. */
  readonly peak_memory_mb: number;
}

/** When a function ran, in milliseconds since a given moment. */
export interface Ran {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const REPORT =
  /^REPORT RequestId: \S+\tDuration: ([\d.]+) ms\t.*Memory Size: (\d+) MB\tMax Memory Used: (\d+) MB/;

export class InvocationLog {
  private readonly uses = new Map<string, FunctionUse>();
  private ran: Ran[] = [];

  readonly take: LogSink = ({ source, level, message }) => {
    if (level === 'error') console.error(`${source}: ${message}`);
    const found = REPORT.exec(message);
    if (found === null) return;
    const [, duration, size, used] = found;
    const before = this.uses.get(source);
    const name = source.replace(/[0-9A-F]{8}$/, '');
    const to = Date.now();
    this.ran.push({ name, from: to - Number(duration), to });
    this.uses.set(source, {
      name,
      invocations: (before?.invocations ?? 0) + 1,
      duration_ms: (before?.duration_ms ?? 0) + Number(duration),
      memory_size_mb: Number(size),
      peak_memory_mb: Math.max(before?.peak_memory_mb ?? 0, Number(used)),
    });
  };

  clear(): void {
    this.uses.clear();
    this.ran = [];
  }

  /** Returns the runs in the order of their beginnings. `moment`: epoch milliseconds. */
  since(moment: number): Ran[] {
    return this.ran
      .map(({ name, from, to }) => ({ name, from: Math.round(from - moment), to: to - moment }))
      .sort((a, b) => a.from - b.from);
  }

  byFunction(): FunctionUse[] {
    return [...this.uses.values()].map((use) => ({ ...use, duration_ms: Math.round(use.duration_ms) }));
  }
}

// Memory and descriptors of this process and of all that it started, such as the engine of the tables. Only available
// on Linux; elsewhere the fields are missing.
export interface ProcessUse {
  readonly rss_mb: number;
  readonly children_rss_mb?: number;
  readonly descriptors?: number;
}

export function measureProcessUse(): ProcessUse {
  const rss_mb = toMegabytes(process.memoryUsage.rss());
  if (process.platform !== 'linux') return { rss_mb };
  const resident = listStartedProcesses('self').map((pid) =>
    Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0),
  );
  return {
    rss_mb,
    children_rss_mb: toMegabytes(resident.reduce((sum, kilobytes) => sum + kilobytes * 1_024, 0)),
    descriptors: readdirSync('/proc/self/fd').length,
  };
}

/** Returns user and system time of all running processes that this process started. 0 on systems other than Linux. */
export function measureStartedProcessesCpuMs(): number {
  return listStartedProcesses('self').reduce((sum, pid) => sum + readCpuMs(`/proc/${pid}/stat`), 0);
}

/** Returns the same by name of this process's threads: those of one function together. */
export function measureThreadsCpuMs(): Map<string, number> {
  const used = new Map<string, number>();
  for (const task of listTasks('self')) {
    const name = read(`/proc/self/task/${task}/comm`).trim();
    used.set(name, (used.get(name) ?? 0) + readCpuMs(`/proc/self/task/${task}/stat`));
  }
  return used;
}

/**
 * The name, in parentheses, may contain blanks: times are the 12th and 13th field after it, in hundredths of a second.
 */
function readCpuMs(file: string): number {
  const fields = read(file).split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}

/** Lists the process ids of the children, their children and so on. */
function listStartedProcesses(pid: string): string[] {
  const children = listTasks(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean),
  );
  return children.flatMap((child) => [child, ...listStartedProcesses(child)]);
}

function listTasks(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Returns '' if the process or thread has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const toMegabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
