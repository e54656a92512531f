// Stores the progress of a backfill in a file beside the data. It is valid only for the same files, read with the same
// options.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';

const checkpointFile = v.object({
  version: v.literal(1),
  /** The settings that must be equal for the orders to come in the same sequence. */
  reading: v.string(),
  /** Names the run: a batch that was in flight when the run died is recognised by it when it is sent again. */
  run: v.optional(v.string()),
  orders_sent: v.number(),
  rows_sent: v.number(),
  imports: v.array(v.string()),
});
export type CheckpointState = Pick<
  v.InferOutput<typeof checkpointFile>,
  'run' | 'orders_sent' | 'rows_sent' | 'imports'
>;

export const NOTHING_SENT: CheckpointState = { orders_sent: 0, rows_sent: 0, imports: [] };

/** Identifies files by path, size and time of change, and options as they were given. */
export function describeReading(files: readonly string[], options: object): string {
  const described = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [resolve(file), size, mtimeMs];
  });
  return JSON.stringify([described, options]);
}

export class CheckpointFile {
  readonly file: string;
  private readonly reading: string;

  constructor(file: string, reading: string) {
    this.file = file;
    this.reading = reading;
  }

  /**
   * Returns a state without sent orders if there is no file. Throws OperationError if the file belongs to another
   * reading.
   */
  load(): CheckpointState {
    const text = readIfThere(this.file);
    if (text === undefined) return NOTHING_SENT;
    const state = v.safeParse(v.pipe(v.string(), v.parseJson(), checkpointFile), text);
    if (state.success && state.output.reading !== this.reading && state.output.orders_sent === 0) {
      return NOTHING_SENT;
    }
    if (!state.success || state.output.reading !== this.reading) {
      throw new OperationError(
        `${this.file} is the checkpoint of other files, options or targets: remove it to start from the beginning`,
      );
    }
    return state.output;
  }

  /** Writes all of it or nothing. */
  save(state: CheckpointState): void {
    const draft = `${this.file}.draft`;
    writeFileSync(draft, JSON.stringify({ version: 1, reading: this.reading, ...state }));
    renameSync(draft, this.file);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
