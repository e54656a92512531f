// Step Functions: the template's own definitions on aws-local-stepfunctions, behind the endpoint that the SDK's client
// talks to. Executions are idempotent by name, and end with the process.
import { createServer, type IncomingMessage } from 'node:http';
import { StateMachine } from 'aws-local-stepfunctions';
import * as v from 'valibot';
import { listen } from './free-port.ts';
import { FunctionError, type Json, type LocalFunction, type LogSink } from './functions.ts';

const definitionSchema = v.looseObject({
  StartAt: v.string(),
  States: v.record(v.string(), v.looseObject({ Type: v.string(), Resource: v.optional(v.string()) })),
});

interface Execution {
  readonly arn: string;
  readonly machineArn: string;
  readonly name: string;
  readonly input: string;
  readonly startedAt: number;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';
  output: string | undefined;
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

/** `waitScale`: what Wait states are multiplied by; 1 waits as on AWS. */
export async function startStepFunctions(waitScale: number, log: LogSink): Promise<LocalStepFunctions> {
  type Runner = (input: string) => Pick<Execution, 'abort'> & { readonly result: Promise<unknown> };
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
    const { result, abort } = run(input);
    const execution: Execution = {
      arn,
      machineArn: stateMachineArn,
      name,
      input,
      startedAt: Date.now() / 1_000,
      status: 'RUNNING',
      output: undefined,
      abort,
    };
    executions.set(arn, execution);
    result.then(
      (output) => {
        execution.status = 'SUCCEEDED';
        execution.output = JSON.stringify(output);
      },
      (error: unknown) => {
        if (execution.status === 'RUNNING') execution.status = 'FAILED';
        log({ source: 'step-functions', level: 'error', message: `${name}: ${String(error)}` });
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
    const { arn, machineArn, name, status, input, output, startedAt } = find(executionArn);
    return {
      executionArn: arn,
      stateMachineArn: machineArn,
      name,
      status,
      input,
      output,
      startDate: startedAt,
    };
  }

  function stopExecution({ executionArn }: v.InferOutput<typeof executionInput>): object {
    const execution = find(executionArn);
    execution.status = 'ABORTED';
    execution.abort();
    return { stopDate: Date.now() / 1_000 };
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
      case 'StopExecution':
        return stopExecution(v.parse(executionInput, body));
      default:
        throw new ApiError('UnknownOperationException', `the local Step Functions has no ${action}`);
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    try {
      response.end(JSON.stringify(await answer(request)));
    } catch (error) {
      response.statusCode = error instanceof ApiError ? 400 : 500;
      const type = error instanceof ApiError ? error.type : 'InternalFailure';
      response.end(
        JSON.stringify({ __type: type, message: error instanceof Error ? error.message : String(error) }),
      );
    }
  });
  const port = await listen(server, 0);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    addMachine(arn, definition, functions) {
      const parsed = v.parse(v.pipe(v.string(), v.parseJson(), definitionSchema), definition);
      const handlers = taskHandlers(parsed.States, functions);
      const machine = new StateMachine(scaleWaits(JSON.parse(definition), waitScale), {
        validationOptions: { checkArn: false, checkPaths: false },
      });
      machines.set(arn, (input) =>
        machine.run(JSON.parse(input), {
          overrides: { taskResourceLocalHandlers: handlers },
          noThrowOnAbort: true,
        }),
      );
    },
    async stop() {
      for (const execution of executions.values()) {
        if (execution.status !== 'RUNNING') continue;
        execution.status = 'ABORTED';
        execution.abort();
      }
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const startInput = v.object({
  stateMachineArn: v.string(),
  name: v.string(),
  input: v.optional(v.string(), '{}'),
});
const executionInput = v.object({ executionArn: v.string() });

function started({ arn, startedAt }: Execution): object {
  return { executionArn: arn, startDate: startedAt };
}

type Handler = (input: unknown) => Promise<Json>;

/** By state name: calls the function that the state's Resource names. */
function taskHandlers(
  states: v.InferOutput<typeof definitionSchema>['States'],
  functions: ReadonlyMap<string, LocalFunction>,
): Record<string, Handler> {
  const handlers: Record<string, Handler> = {};
  for (const [name, { Type, Resource }] of Object.entries(states)) {
    if (Type !== 'Task') continue;
    const target = functions.get(Resource ?? '');
    if (target === undefined)
      throw new Error(`the local cloud has no function for the state "${name}": ${Resource}`);
    handlers[name] = async (input) => {
      try {
        return await target.invoke(input);
      } catch (error) {
        throw taskError(error);
      }
    };
  }
  return handlers;
}

/** Retry and Catch match on the name; the Cause is what Lambda gives. */
function taskError(error: unknown): Error {
  if (!(error instanceof FunctionError)) return error instanceof Error ? error : new Error(String(error));
  const { errorType, message, trace } = error;
  const failure = new Error(JSON.stringify({ errorType, errorMessage: message, trace }));
  failure.name = errorType;
  return failure;
}

/** SecondsPath can't be scaled in the definition: tests that shorten waits turn every Wait into a fixed short one. */
function scaleWaits<T extends { States: Record<string, unknown> }>(definition: T, scale: number): T {
  if (scale === 1) return definition;
  const States = Object.fromEntries(
    Object.entries(definition.States).map(([name, state]) => {
      if (typeof state !== 'object' || state === null || !('Type' in state) || state.Type !== 'Wait')
        return [name, state];
      const { SecondsPath: _, ...rest } = { SecondsPath: undefined, ...state };
      return [name, { ...rest, Seconds: Math.ceil(scale) }];
    }),
  );
  return { ...definition, States };
}
