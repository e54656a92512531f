// Records what a redrive needs, as on AWS: an execution continues from the state that did not end, with the same input,
// and iterations of a Map that succeeded do not run again.
import type { Json } from '../functions/functions.ts';

/** The state at the top level of the definition that an execution has reached. */
export interface ExecutionPosition {
  readonly state: string;
  readonly input: unknown;
}

/** An event as the library reports it, including states within a Map. */
interface StateEvent {
  readonly type: string;
  readonly state?: { readonly name: string; readonly input: unknown };
}

/**
 * Follows an execution to its end and returns the last state that it entered. `isAtTop`: whether a state is at the top
 * level of the definition.
 */
export async function findLastPosition(
  events: AsyncIterable<StateEvent>,
  isAtTop: (state: string) => boolean,
): Promise<ExecutionPosition | undefined> {
  let position: ExecutionPosition | undefined;
  for await (const { type, state } of events) {
    if (type === 'StateEntered' && state !== undefined && isAtTop(state.name))
      position = { state: state.name, input: state.input };
  }
  return position;
}

/**
 * Keeps the results of tasks within Maps and Parallels, by their inputs: iterations with equal inputs may swap results.
 * A task between two runs of a Map separates them.
 */
export class KeptResults {
  private readonly earlier: Map<string, Json[]>;
  private readonly returned = new Map<string, Json[]>();

  constructor(before?: KeptResults) {
    this.earlier = before?.all() ?? new Map();
  }

  /** Returns the result of an earlier attempt, once. */
  take(task: string, input: unknown): { readonly result: Json } | undefined {
    const results = this.earlier.get(toTaskKey(task, input));
    const result = results?.shift();
    if (result === undefined) return undefined;
    this.note(task, input, result);
    return { result };
  }

  note(task: string, input: unknown, result: Json): void {
    append(this.returned, toTaskKey(task, input), [result]);
  }

  /** Drops the results when their Map has ended. */
  forget(): void {
    this.earlier.clear();
    this.returned.clear();
  }

  private all(): Map<string, Json[]> {
    const all = new Map<string, Json[]>();
    for (const results of [this.returned, this.earlier])
      for (const [key, found] of results) append(all, key, found);
    return all;
  }
}

function append(to: Map<string, Json[]>, key: string, results: readonly Json[]): void {
  to.set(key, [...(to.get(key) ?? []), ...results]);
}

function toTaskKey(task: string, input: unknown): string {
  return JSON.stringify([task, input]);
}
