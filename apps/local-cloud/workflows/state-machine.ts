// Runs a state machine of the template on aws-local-stepfunctions, and its attempts at an execution.
import { StateMachine } from 'aws-local-stepfunctions';
import { type ExecutionPosition, findLastPosition, KeptResults } from '../engines/redrive.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { withOneSchema } from './one-schema.ts';
import { prepareDefinition } from './state-machine-definition.ts';

/** A run of an execution from its start, or from its redrive, to its end. */
export interface ExecutionAttempt {
  /** Aborted when the attempt ends, whatever the outcome. */
  readonly over: AbortController;
  readonly kept: KeptResults;
  readonly result: Promise<unknown>;
  /** The state that the execution was in when it ended. */
  readonly ended: Promise<ExecutionPosition | undefined>;
  abort(): void;
}

export interface Machine {
  /** Why executions of the machine cannot be redriven here. */
  readonly notRedrivable: string | undefined;
  /** `from`: the state to continue from, with the results that the previous attempt kept. */
  begin(
    execution: { readonly arn: string; readonly name: string },
    input: unknown,
    from?: string,
    before?: KeptResults,
  ): ExecutionAttempt;
}

/** Throws if the definition isn't valid. `waitScale` multiplies waits and the intervals between attempts. */
export function createMachine(
  arn: string,
  definition: string,
  functions: ReadonlyMap<string, LocalFunction>,
  waitScale: number,
): Machine {
  // Validated as written; run as prepared.
  validate(definition);
  const prepared = prepareDefinition(definition, functions, waitScale);
  const states = JSON.parse(prepared.definition);
  return {
    notRedrivable: prepared.catchesInside
      ? 'the local cloud does not redrive a Map whose tasks have a Catch'
      : undefined,
    begin(execution, input, from, before) {
      const over = new AbortController();
      const kept = new KeptResults(before);
      const machine = new StateMachine(from === undefined ? states : { ...states, StartAt: from }, {
        validationOptions: { noValidate: true },
      });
      const { result, abort, eventLogs } = machine.run(JSON.parse(JSON.stringify(input)), {
        overrides: { taskResourceLocalHandlers: prepared.handlers(over.signal, kept) },
        context: {
          Execution: { Id: execution.arn, Name: execution.name },
          StateMachine: { Id: arn, Name: arn.split(':').at(-1) },
        },
        noThrowOnAbort: true,
      });
      const ended = findLastPosition(eventLogs, (state) => prepared.statesAtTop.has(state));
      return { over, kept, result, ended, abort };
    },
  };
}

/** Validation takes longer than a whole execution: drills add one definition for each of their runs. */
const validated = new Set<string>();

function validate(definition: string): void {
  if (validated.has(definition)) return;
  const validationOptions = { checkArn: false, checkPaths: false };
  withOneSchema(() => new StateMachine(JSON.parse(definition), { validationOptions }));
  validated.add(definition);
}
