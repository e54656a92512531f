// Duration and memory of each function, from the REPORT lines that end its invocations.
import type { LogSink } from '../../../local/functions/functions.ts';

export interface FunctionUse {
  readonly name: string;
  readonly invocations: number;
  readonly duration_ms: number;
  readonly memory_size_mb: number;
  /** Peak heap and buffers of its thread at the end of an invocation. */
  readonly peak_memory_mb: number;
}

/** When a function ran, in milliseconds since a moment. */
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

  /** In the order in which they began. `moment`: epoch milliseconds. */
  since(moment: number): Ran[] {
    return this.ran
      .map(({ name, from, to }) => ({ name, from: Math.round(from - moment), to: to - moment }))
      .sort((a, b) => a.from - b.from);
  }

  byFunction(): FunctionUse[] {
    return [...this.uses.values()].map((use) => ({ ...use, duration_ms: Math.round(use.duration_ms) }));
  }
}
