// Converts a state machine's definition into one that aws-local-stepfunctions can run. Definitions that the library
// would run incorrectly without an error are refused by name; no task can reach AWS; its defaults are those of AWS.
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { KeptResults } from '../engines/redrive.ts';
import { FunctionError, type Json, type LocalFunction } from '../functions/functions.ts';

type Handler = (input: unknown) => Promise<Json>;

export interface PreparedDefinition {
  /** The definition that the library runs. */
  readonly definition: string;
  /** Names of the states that are not within other states. */
  readonly statesAtTop: ReadonlySet<string>;
  /** Whether a task within a Map or a Parallel has a Catch: a redrive would run the caught task again. */
  readonly catchesInside: boolean;
  /**
   * Returns handlers by state name, for one execution; `over` is its end, after which the library would continue
   * retrying. `kept`: results of tasks within a Map or a Parallel, which do not run again when the execution is
   * redriven.
   */
  handlers(over: AbortSignal, kept: KeptResults): Record<string, Handler>;
}
type HandlerMaker = (over: AbortSignal, kept: KeptResults) => Handler;

type State = Record<string, unknown>;
const stateSchema = v.record(v.string(), v.unknown());
const machineSchema = v.looseObject({ States: v.record(v.string(), stateSchema) });
const retriers = v.array(
  v.looseObject({ IntervalSeconds: v.optional(v.number(), 1), MaxDelaySeconds: v.optional(v.number()) }),
);
type Machine = v.InferOutput<typeof machineSchema>;

/** Fields that the library ignores although they change the behaviour of a state. */
const UNKNOWN_TO_THE_LIBRARY = ['Assign', 'Arguments', 'Output', 'ItemReader', 'ItemBatcher', 'ResultWriter'];
/** AWS waits for a task indefinitely, the library for 60 s by default. This is the longest delay of a timer. */
const LONGEST_TASK_SECONDS = 2_000_000;
const LAMBDA_INVOKE = 'arn:aws:states:::lambda:invoke';
// Any ARN works: the handler replaces it.
const WAIT_RESOURCE = 'arn:aws:lambda:us-east-1:000000000000:function:wait';

/** `waitScale` multiplies waits and the intervals between attempts. */
export function prepareDefinition(
  text: string,
  functions: ReadonlyMap<string, LocalFunction>,
  waitScale: number,
): PreparedDefinition {
  const machine = parse(text);
  const makers = new Map<string, HandlerMaker>();
  let catchesInside = false;

  function prepare(name: string, unscaled: State, isInside: boolean): State {
    refuseUnknown(name, unscaled);
    const state = waitScale === 1 ? unscaled : scaleRetries(unscaled, waitScale);
    if (state.Type === 'Task') {
      catchesInside ||= isInside && 'Catch' in state;
      makers.set(name, keepResults(name, isInside, createTaskHandler(name, state, functions)));
      const hasTimeout = 'TimeoutSeconds' in state || 'TimeoutSecondsPath' in state;
      return hasTimeout ? state : { ...state, TimeoutSeconds: LONGEST_TASK_SECONDS };
    }
    if (state.Type === 'Wait' && waitScale !== 1 && ('Seconds' in state || 'SecondsPath' in state)) {
      const { Seconds, SecondsPath, ...rest } = state;
      makers.set(name, createWaitHandler(Seconds, SecondsPath, waitScale));
      // The library can only cut its own waits to a fixed time, not scale them.
      return {
        ...rest,
        Type: 'Task',
        Resource: WAIT_RESOURCE,
        ResultPath: null,
        TimeoutSeconds: LONGEST_TASK_SECONDS,
      };
    }
    return prepareNested(state);
  }

  function prepareNested(state: State): State {
    const inside = { ...state };
    for (const field of ['ItemProcessor', 'Iterator'])
      if (field in state) inside[field] = prepareMachine(v.parse(machineSchema, state[field]), true);
    if (Array.isArray(state.Branches))
      inside.Branches = state.Branches.map((branch) => prepareMachine(v.parse(machineSchema, branch), true));
    return inside;
  }

  function prepareMachine(part: Machine, isInside: boolean): Machine {
    const states = Object.entries(part.States).map(([name, state]) => [name, prepare(name, state, isInside)]);
    return { ...part, States: Object.fromEntries(states) };
  }

  const definition = JSON.stringify(prepareMachine(machine, false));
  return {
    definition,
    statesAtTop: new Set(Object.keys(machine.States)),
    catchesInside,
    handlers: (over, kept) =>
      Object.fromEntries([...makers].map(([name, maker]) => [name, maker(over, kept)])),
  };
}

function parse(text: string): Machine {
  // The library has the context of the execution and of the map item, not these. After a redrive, the execution's input
  // would be that of its state.
  const context = /\$\$\.(State|Task|Execution\.(?:Input|StartTime))\b/.exec(text);
  if (context !== null) throw new Error(`the local cloud does not run ${context[0]} (the definition)`);
  const machine = v.parse(v.pipe(v.string(), v.parseJson(), machineSchema), text);
  refuseUnknown('the definition', machine);
  return machine;
}

function refuseUnknown(name: string, state: State): void {
  const found =
    state.QueryLanguage === 'JSONata' ? 'JSONata' : UNKNOWN_TO_THE_LIBRARY.find((field) => field in state);
  if (found !== undefined) throw new Error(`the local cloud does not run ${found} (${name})`);
}

function createTaskHandler(
  name: string,
  { Resource, Parameters }: State,
  functions: ReadonlyMap<string, LocalFunction>,
): (over: AbortSignal) => Handler {
  const isInvoke = Resource === LAMBDA_INVOKE;
  const parameters = v.parse(
    v.fallback(v.object({ FunctionName: v.string() }), { FunctionName: '' }),
    Parameters,
  );
  const target = functions.get(isInvoke ? parameters.FunctionName : String(Resource));
  if (target === undefined)
    throw new Error(`the local cloud has no function for the state "${name}": ${String(Resource)}`);
  return (over) => async (input) => {
    if (over.aborted) throw new ExecutionOverError();
    try {
      if (!isInvoke) return await target.invoke(input);
      const { Payload } = v.parse(v.looseObject({ Payload: v.optional(v.unknown()) }), input);
      return { ExecutedVersion: '$LATEST', StatusCode: 200, Payload: await target.invoke(Payload) };
    } catch (error) {
      throw toTaskError(error);
    }
  };
}

/** A task at the top level runs after every Map before it; one inside is not run again. */
function keepResults(name: string, isInside: boolean, make: (over: AbortSignal) => Handler): HandlerMaker {
  return (over, kept) => {
    const handle = make(over);
    if (!isInside)
      return (input) => {
        kept.forget();
        return handle(input);
      };
    return async (input) => {
      const known = kept.take(name, input);
      if (known !== undefined) return known.result;
      const result = await handle(input);
      if (!over.aborted) kept.note(name, input, result);
      return result;
    };
  };
}

/** Intervals with a backoff rate grow as they do on AWS. */
function scaleRetries(state: State, scale: number): State {
  if (!('Retry' in state)) return state;
  const Retry = v.parse(retriers, state.Retry).map(({ IntervalSeconds, MaxDelaySeconds, ...retrier }) => ({
    ...retrier,
    IntervalSeconds: IntervalSeconds * scale,
    ...(MaxDelaySeconds !== undefined && { MaxDelaySeconds: MaxDelaySeconds * scale }),
  }));
  return { ...state, Retry };
}

function createWaitHandler(seconds: unknown, path: unknown, scale: number): (over: AbortSignal) => Handler {
  return (over) => async (input) => {
    const value = typeof path === 'string' ? getValueAt(input, path) : seconds;
    await sleep(Number(value) * 1_000 * scale, undefined, { signal: over });
    return null;
  };
}

/** The value at a path like `$.delivery.wait_seconds`. */
function getValueAt(input: unknown, path: string): unknown {
  let value = input;
  for (const name of path.split('.').slice(1))
    value = v.parse(v.record(v.string(), v.unknown()), value)[name];
  return value;
}

/** Neither Retry nor Catch may handle this error. */
class ExecutionOverError extends Error {
  readonly isRetryable = false;
  readonly isCatchable = false;
}

/** Retry and Catch match the name; the Cause is what Lambda returns. */
function toTaskError(error: unknown): Error {
  if (!(error instanceof FunctionError)) return error instanceof Error ? error : new Error(String(error));
  const { errorType, message, trace } = error;
  const failure = new Error(JSON.stringify({ errorType, errorMessage: message, trace }));
  failure.name = errorType;
  return failure;
}
