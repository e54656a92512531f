// Step Functions: the template's definitions on aws-local-stepfunctions, behind the endpoint that the SDK's client
// uses. Executions are idempotent by name and end with the process.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { ExecutionStatus } from '@aws-sdk/client-sfn';
import { ExecutionTimeoutError, StateMachine } from 'aws-local-stepfunctions';
import * as v from 'valibot';
import { listen } from './free-port.ts';
import type { LocalFunction, LogSink } from './functions.ts';
import { prepareDefinition } from './state-machine-definition.ts';

interface Execution {
  readonly arn: string;
  readonly machineArn: string;
  readonly name: string;
  readonly input: string;
  readonly startedAt: number;
  /** Aborted when the execution ends, whatever the outcome. */
  readonly over: AbortController;
  status: ExecutionStatus;
  stoppedAt?: number;
  output?: string;
  error?: string;
  cause?: string;
  abort(): void;
}

class ApiError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export interface LocalStepFunctions {
  readonly endpoint: string;
  addMachine(arn: string, definition: string, functions: ReadonlyMap<string, LocalFunction>): void;
  stop(): Promise<void>;
}

/** `waitScale` multiplies waits and the intervals between attempts; 1 waits as AWS does. */
export async function startStepFunctions(waitScale: number, log: LogSink): Promise<LocalStepFunctions> {
  type Run = { readonly result: Promise<unknown>; abort(): void };
  type Runner = (execution: Pick<Execution, 'arn' | 'name'>, input: unknown, over: AbortSignal) => Run;
  const machines = new Map<string, Runner>();
  const executions = new Map<string, Execution>();

  function start({ stateMachineArn, name, input }: v.InferOutput<typeof startInput>): object {
    const run = machines.get(stateMachineArn);
    if (run === undefined) throw new ApiError('StateMachineDoesNotExist', stateMachineArn);
    const arn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    const known = executions.get(arn);
    if (known !== undefined) {
      if (known.status === 'RUNNING' && known.input === input) return started(known);
      throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const parsed = parseInput(input);
    const startedAt = Date.now() / 1_000;
    const execution: Execution = {
      arn,
      machineArn: stateMachineArn,
      name,
      input,
      startedAt,
      over: new AbortController(),
      status: 'RUNNING',
      abort: () => undefined,
    };
    executions.set(arn, execution);
    const { result, abort } = run(execution, parsed, execution.over.signal);
    execution.abort = abort;
    result.then(
      (output) => finish(execution, 'SUCCEEDED', { output: JSON.stringify(output) }),
      (error: unknown) => {
        const { status, ...why } = failure(error);
        if (execution.status === 'RUNNING')
          log({ source: 'step-functions', level: 'error', message: `${name}: ${why.error}: ${why.cause}` });
        finish(execution, status, why);
      },
    );
    return started(execution);
  }

  function find(arn: string): Execution {
    const execution = executions.get(arn);
    if (execution === undefined)
      throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  }

  function describe({ executionArn }: v.InferOutput<typeof executionInput>): object {
    const { arn, machineArn, startedAt, stoppedAt, abort: _abort, over: _over, ...rest } = find(executionArn);
    return {
      ...rest,
      executionArn: arn,
      stateMachineArn: machineArn,
      startDate: startedAt,
      stopDate: stoppedAt,
    };
  }

  function list({ stateMachineArn, statusFilter }: v.InferOutput<typeof listInput>): object {
    const found = [...executions.values()].filter(
      ({ machineArn, status }) =>
        machineArn === stateMachineArn && (statusFilter === undefined || status === statusFilter),
    );
    return { executions: found.reverse().map(({ arn }) => describe({ executionArn: arn })) };
  }

  function stopExecution({ executionArn, error, cause }: v.InferOutput<typeof stopInput>): object {
    const execution = find(executionArn);
    finish(execution, 'ABORTED', { ...(error && { error }), ...(cause && { cause }) });
    execution.abort();
    return { stopDate: execution.stoppedAt };
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const action = String(request.headers['x-amz-target']).split('.').at(-1);
    switch (action) {
      case 'StartExecution':
        return start(v.parse(startInput, body));
      case 'DescribeExecution':
        return describe(v.parse(executionInput, body));
      case 'ListExecutions':
        return list(v.parse(listInput, body));
      case 'StopExecution':
        return stopExecution(v.parse(stopInput, body));
      default:
        throw new ApiError('UnknownOperationException', `the local Step Functions has no ${action}`);
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    try {
      response.end(JSON.stringify(await answer(request)));
    } catch (error) {
      response.statusCode = error instanceof ApiError || error instanceof v.ValiError ? 400 : 500;
      const type =
        error instanceof ApiError
          ? error.type
          : error instanceof v.ValiError
            ? 'ValidationException'
            : 'InternalFailure';
      response.end(
        JSON.stringify({ __type: type, message: error instanceof Error ? error.message : String(error) }),
      );
    }
  });
  const port = await listen(server, 0);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    addMachine(arn, definition, functions) {
      // Validated as written; run as prepared.
      validate(definition);
      const prepared = prepareDefinition(definition, functions, waitScale);
      const machine = new StateMachine(JSON.parse(prepared.definition), {
        validationOptions: { noValidate: true },
      });
      machines.set(arn, (execution, input, over) =>
        machine.run(JSON.parse(JSON.stringify(input)), {
          overrides: {
            taskResourceLocalHandlers: prepared.handlers(over),
          },
          context: {
            Execution: { Id: execution.arn, Name: execution.name },
            StateMachine: { Id: arn, Name: arn.split(':').at(-1) },
          },
          noThrowOnAbort: true,
        }),
      );
    },
    async stop() {
      for (const { arn, status } of executions.values())
        if (status === 'RUNNING') stopExecution({ executionArn: arn });
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const startInput = v.object({
  stateMachineArn: v.string(),
  name: v.optional(v.string(), () => randomUUID()),
  input: v.optional(v.string(), '{}'),
});
const executionInput = v.object({ executionArn: v.string() });
const stopInput = v.object({
  executionArn: v.string(),
  error: v.optional(v.string()),
  cause: v.optional(v.string()),
});
const listInput = v.object({ stateMachineArn: v.string(), statusFilter: v.optional(v.string()) });

/** Validating takes longer than a whole execution: drills add one definition for each of their runs. */
const validated = new Set<string>();

/** Throws if the definition isn't valid. */
function validate(definition: string): void {
  if (validated.has(definition)) return;
  new StateMachine(JSON.parse(definition), { validationOptions: { checkArn: false, checkPaths: false } });
  validated.add(definition);
}

function started({ arn, startedAt }: Execution): object {
  return { executionArn: arn, startDate: startedAt };
}

function parseInput(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    throw new ApiError('InvalidExecutionInput', 'the input is not JSON');
  }
}

/** The first outcome wins: a stopped execution stays stopped, whatever its last task still returns. */
function finish(
  execution: Execution,
  status: Execution['status'],
  outcome: Pick<Execution, 'output' | 'error' | 'cause'>,
): void {
  if (execution.status !== 'RUNNING') return;
  Object.assign(execution, outcome, { status, stoppedAt: Date.now() / 1_000 });
  execution.over.abort();
}

/** The library wraps the error of a failed state. */
function failure(error: unknown): { status: 'FAILED' | 'TIMED_OUT'; error: string; cause: string } {
  if (error instanceof ExecutionTimeoutError)
    return { status: 'TIMED_OUT', error: 'States.Timeout', cause: error.message };
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error
    ? { status: 'FAILED', error: inner.name, cause: inner.message }
    : { status: 'FAILED', error: 'States.Runtime', cause: String(inner) };
}
