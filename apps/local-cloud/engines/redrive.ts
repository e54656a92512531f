// What an execution needs to be redriven as on AWS: it continues from the state that did not end, with the input that it had,
// and the iterations of a Map that succeeded are not run again.
import type { Json } from '../functions/functions.ts';

/** The state at the top of the definition that an execution is in. */
export interface ExecutionPosition {
  readonly state: string;
  readonly input: unknown;
}

/** As the library reports it: also of the states within a Map. */
interface StateEvent {
  readonly type: string;
  readonly state?: { readonly name: string; readonly input: unknown };
}

/** Follows an execution to its end; the last state that it entered. `isAtTop`: whether the definition's own. */
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
 * What tasks within Maps and Parallels have returned, by their inputs: iterations with equal inputs may take each other's
 * results. Two runs of a Map are told apart by a task between them.
 */
export class KeptResults {
  private readonly earlier: Map<string, Json[]>;
  private readonly returned = new Map<string, Json[]>();

  constructor(before?: KeptResults) {
    this.earlier = before?.all() ?? new Map();
  }

  /** The result of an earlier attempt, once. */
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

  /** The Map that they are of has ended. */
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
