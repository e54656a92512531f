// Keeps executions of the local Step Functions: idempotent by name, and redriven as on AWS. They end with the process,
// or when many others have ended after them, as on AWS after 90 days.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { ExecutionStatus } from '@aws-sdk/client-sfn';
import { ExecutionTimeoutError } from 'aws-local-stepfunctions';
import * as v from 'valibot';
import { listen } from '../free-port.ts';
import type { LocalFunction, LogSink } from '../functions/functions.ts';
import { createMachine, type ExecutionAttempt, type Machine } from './state-machine.ts';

/** An error of the API, by its name. */
class ApiError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The outcome of an execution; `RUNNING` while it has none. */
interface Outcome {
  readonly status: ExecutionStatus;
  readonly stoppedAt?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

interface Execution {
  readonly arn: string;
  readonly machineArn: string;
  readonly name: string;
  readonly input: string;
  readonly startedAt: number;
  outcome: Outcome;
  /** The first attempt, or the last redrive. */
  attempt: ExecutionAttempt;
  redrives: { readonly count: number; readonly at?: number; readonly token?: string };
}

/** Ended executions that can be described and redriven. Each holds its input, output and the results of its states. */
const KEPT_ENDED = 1_000;

export interface Executions {
  addMachine(arn: string, machine: Machine): void;
  /** Answers a call of the API; `action` is its name. */
  answer(action: string | undefined, body: unknown): Promise<object>;
  /** Stops the executions in progress. */
  stopAll(): void;
}

function createExecutions(log: LogSink, keptEnded = KEPT_ENDED): Executions {
  const machines = new Map<string, Machine>();
  const executions = new Map<string, Execution>();
  /** Ended executions, in the order of their ends. */
  const ended = new Set<string>();

  /** The first outcome of an attempt wins: a stopped execution stays stopped, whatever its last task still returns. */
  function finish(
    execution: Execution,
    attempt: ExecutionAttempt,
    outcome: Omit<Outcome, 'stoppedAt'>,
  ): void {
    if (attempt.over.signal.aborted) return;
    execution.outcome = { ...outcome, stoppedAt: getEpochSeconds() };
    attempt.over.abort();
    ended.add(execution.arn);
    for (const arn of ended) {
      if (ended.size <= keptEnded) break;
      ended.delete(arn);
      executions.delete(arn);
    }
  }

  function getMachine(arn: string): Machine {
    const machine = machines.get(arn);
    if (machine === undefined) throw new ApiError('StateMachineDoesNotExist', arn);
    return machine;
  }

  function start({ stateMachineArn, name, input }: v.InferOutput<typeof startInput>): object {
    const machine = getMachine(stateMachineArn);
    const arn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    const known = executions.get(arn);
    if (known !== undefined) {
      if (known.outcome.status === 'RUNNING' && known.input === input) return toStarted(known);
      throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const parsed = parseInput(input);
    const startedAt = getEpochSeconds();
    const execution: Execution = {
      arn,
      machineArn: stateMachineArn,
      name,
      input,
      startedAt,
      outcome: { status: 'RUNNING' },
      attempt: machine.begin({ arn, name }, parsed),
      redrives: { count: 0 },
    };
    executions.set(arn, execution);
    follow(execution, execution.attempt);
    return toStarted(execution);
  }

  /** Gives the execution the outcome of its attempt. */
  function follow(execution: Execution, attempt: ExecutionAttempt): void {
    attempt.result.then(
      (output) => finish(execution, attempt, { status: 'SUCCEEDED', output: JSON.stringify(output) }),
      (error: unknown) => {
        const { status, ...why } = toFailure(error);
        if (!attempt.over.signal.aborted)
          log({
            source: 'step-functions',
            level: 'error',
            message: `${execution.name}: ${why.error}: ${why.cause}`,
          });
        finish(execution, attempt, { status, ...why });
      },
    );
  }

  /** Continues from the state that did not end; the counts of its retries and its timeout start again. */
  async function redrive({ executionArn, clientToken }: v.InferOutput<typeof redriveInput>): Promise<object> {
    const execution = find(executionArn);
    const { redrives, attempt } = execution;
    if (clientToken !== undefined && clientToken === redrives.token) return { redriveDate: redrives.at };
    const { notRedrivable, begin } = getMachine(execution.machineArn);
    const position = execution.outcome.status === 'RUNNING' ? undefined : await attempt.ended;
    const reason = notRedrivable ?? explainUnfit(execution.outcome.status);
    if (reason !== undefined || position === undefined)
      throw new ApiError('ExecutionNotRedrivable', reason ?? 'it has entered no state');
    const next = begin(execution, position.input, position.state, attempt.kept);
    Object.assign(execution, {
      outcome: { status: 'RUNNING' },
      attempt: next,
      redrives: {
        count: redrives.count + 1,
        at: getEpochSeconds(),
        ...(clientToken && { token: clientToken }),
      },
    });
    ended.delete(executionArn);
    follow(execution, next);
    return { redriveDate: execution.redrives.at };
  }

  function find(arn: string): Execution {
    const execution = executions.get(arn);
    if (execution === undefined)
      throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  }

  function describe({ executionArn }: v.InferOutput<typeof executionInput>): object {
    const { arn, machineArn, name, input, startedAt, outcome, redrives } = find(executionArn);
    const { stoppedAt, ...how } = outcome;
    const reason = getMachine(machineArn).notRedrivable ?? explainUnfit(outcome.status);
    return {
      ...how,
      name,
      input,
      executionArn: arn,
      stateMachineArn: machineArn,
      startDate: startedAt,
      stopDate: stoppedAt,
      redriveCount: redrives.count,
      redriveDate: redrives.at,
      redriveStatus: reason === undefined ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
      redriveStatusReason: reason,
    };
  }

  function list({ stateMachineArn, statusFilter }: v.InferOutput<typeof listInput>): object {
    const found = [...executions.values()].filter(
      ({ machineArn, outcome }) =>
        machineArn === stateMachineArn && (statusFilter === undefined || outcome.status === statusFilter),
    );
    return { executions: found.reverse().map(({ arn }) => describe({ executionArn: arn })) };
  }

  function stopExecution({ executionArn, error, cause }: v.InferOutput<typeof stopInput>): object {
    const execution = find(executionArn);
    const { attempt } = execution;
    finish(execution, attempt, { status: 'ABORTED', ...(error && { error }), ...(cause && { cause }) });
    attempt.abort();
    return { stopDate: execution.outcome.stoppedAt };
  }

  const actions: Readonly<Record<string, (body: unknown) => object | Promise<object>>> = {
    StartExecution: (body) => start(v.parse(startInput, body)),
    DescribeExecution: (body) => describe(v.parse(executionInput, body)),
    ListExecutions: (body) => list(v.parse(listInput, body)),
    StopExecution: (body) => stopExecution(v.parse(stopInput, body)),
    RedriveExecution: (body) => redrive(v.parse(redriveInput, body)),
  };

  return {
    addMachine: (arn, machine) => machines.set(arn, machine),
    async answer(action = '', body) {
      const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (act === undefined)
        throw new ApiError('UnknownOperationException', `the local Step Functions has no ${action}`);
      return act(body);
    },
    stopAll() {
      for (const { arn, outcome } of executions.values())
        if (outcome.status === 'RUNNING') stopExecution({ executionArn: arn });
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
const redriveInput = v.object({ executionArn: v.string(), clientToken: v.optional(v.string()) });
const listInput = v.object({ stateMachineArn: v.string(), statusFilter: v.optional(v.string()) });

function toStarted({ arn, startedAt }: Execution): object {
  return { executionArn: arn, startDate: startedAt };
}

function parseInput(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    throw new ApiError('InvalidExecutionInput', 'the input is not JSON');
  }
}

function getEpochSeconds(): number {
  return Date.now() / 1_000;
}

/** Explains why an execution with this status cannot be redriven. */
function explainUnfit(status: ExecutionStatus): string | undefined {
  return status === 'RUNNING' || status === 'SUCCEEDED'
    ? `Execution is ${status} and cannot be redriven`
    : undefined;
}

/** The library wraps the error of a failed state. */
function toFailure(error: unknown): { status: 'FAILED' | 'TIMED_OUT'; error: string; cause: string } {
  if (error instanceof ExecutionTimeoutError)
    return { status: 'TIMED_OUT', error: 'States.Timeout', cause: error.message };
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error
    ? { status: 'FAILED', error: inner.name, cause: inner.message }
    : { status: 'FAILED', error: 'States.Runtime', cause: String(inner) };
}

// Runs Step Functions: the template's state machines behind the endpoint that the SDK's client uses.

export interface LocalStepFunctions {
  readonly endpoint: string;
  addMachine(arn: string, definition: string, functions: ReadonlyMap<string, LocalFunction>): void;
  stop(): Promise<void>;
}

/** `waitScale` multiplies waits and the intervals between attempts; 1 waits as AWS does. */
export async function startStepFunctions(waitScale: number, log: LogSink): Promise<LocalStepFunctions> {
  const executions = createExecutions(log);

  async function answer(request: IncomingMessage): Promise<object> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return executions.answer(String(request.headers['x-amz-target']).split('.').at(-1), body);
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
    addMachine: (arn, definition, functions) =>
      executions.addMachine(arn, createMachine(arn, definition, functions, waitScale)),
    async stop() {
      executions.stopAll();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
