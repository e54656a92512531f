// Workflows: the template's own definition, with the functions' error names, behind the SDK's client.
import {
  DescribeExecutionCommand,
  type DescribeExecutionOutput,
  ListExecutionsCommand,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/engines/dynamodb.ts';
import { prepareDefinition } from '../../local/workflows/state-machine-definition.ts';
import { eventually, SmallStack } from './small-stack.ts';

const stack = new SmallStack();
let sfn: SFNClient;
const machineArn = (id: string): string => `arn:aws:states:us-east-1:000000000000:stateMachine:${id}`;
const taskArn = (id: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${id}`;

function addMachine(id: string, definition: object): void {
  stack.add(id, 'AWS::StepFunctions::StateMachine', { DefinitionString: JSON.stringify(definition) });
}

beforeAll(async () => {
  stack.addFunction(
    'Deliver',
    `let calls = 0;
    export const handler = async ({ attempt = 0 }) => {
      if (calls++ === 0) throw Object.assign(new Error("again"), { name: "Throttled" });
      return { attempt: attempt + 1, outcome: attempt < 2 ? "retry" : "done", wait_seconds: 10 };
    };`,
  );
  stack.addFunction('Double', 'export const handler = async ({ n }) => n * 2;');
  stack.addFunction(
    'Counting',
    `const calls = {};
    export const handler = async ({ n }) => {
      calls[n] = (calls[n] ?? 0) + 1;
      if (n === 2 && calls[n] === 1) throw Object.assign(new Error("not yet"), { name: "NotYet" });
      return calls[n];
    };`,
  );
  stack.addFunction(
    'Failing',
    'export const handler = async () => { throw Object.assign(new Error("no orders"), { name: "NothingToDo" }); };',
  );
  stack.addFunction('Slow', 'export const handler = () => new Promise(() => {});', { Timeout: 1 });
  addMachine('Loop', {
    StartAt: 'Deliver',
    States: {
      Deliver: {
        Type: 'Task',
        Resource: taskArn('Deliver'),
        Retry: [{ ErrorEquals: ['Throttled'], IntervalSeconds: 2, MaxAttempts: 2 }],
        ResultPath: '$.delivery',
        Next: 'Again?',
      },
      'Again?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.delivery.outcome', StringEquals: 'retry', Next: 'Pause' }],
        Default: 'Done',
      },
      Pause: { Type: 'Wait', SecondsPath: '$.delivery.wait_seconds', Next: 'Count' },
      Count: { Type: 'Pass', Parameters: { 'attempt.$': '$.delivery.attempt' }, Next: 'Deliver' },
      Done: { Type: 'Succeed' },
    },
  });
  addMachine('Each', {
    StartAt: 'Double all',
    States: {
      'Double all': {
        Type: 'Map',
        ItemsPath: '$.numbers',
        ItemSelector: { 'n.$': '$$.Map.Item.Value' },
        ItemProcessor: {
          StartAt: 'Double',
          States: {
            Double: {
              Type: 'Task',
              Resource: 'arn:aws:states:::lambda:invoke',
              Parameters: { FunctionName: taskArn('Double'), 'Payload.$': '$' },
              OutputPath: '$.Payload',
              End: true,
            },
          },
        },
        ResultPath: '$.doubled',
        Next: 'Name',
      },
      Name: {
        Type: 'Pass',
        Parameters: { 'doubled.$': '$.doubled', 'name.$': '$$.Execution.Name' },
        End: true,
      },
    },
  });
  addMachine('Caught', {
    StartAt: 'Try',
    States: {
      Try: {
        Type: 'Task',
        Resource: taskArn('Failing'),
        Catch: [{ ErrorEquals: ['NothingToDo'], ResultPath: '$.error', Next: 'Wait for the slow' }],
        End: true,
      },
      'Wait for the slow': {
        Type: 'Task',
        Resource: taskArn('Slow'),
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.second', Next: 'Give up' }],
        End: true,
      },
      'Give up': { Type: 'Fail', Error: 'GaveUp', Cause: 'nothing went well' },
    },
  });
  addMachine('Counts', {
    StartAt: 'First',
    States: {
      First: {
        Type: 'Task',
        Resource: taskArn('Counting'),
        Parameters: { n: 0 },
        ResultPath: '$.first',
        Next: 'Count all',
      },
      'Count all': {
        Type: 'Map',
        ItemsPath: '$.numbers',
        MaxConcurrency: 1,
        ItemSelector: { 'n.$': '$$.Map.Item.Value' },
        ItemProcessor: {
          StartAt: 'Count',
          States: { Count: { Type: 'Task', Resource: taskArn('Counting'), End: true } },
        },
        ResultPath: '$.counts',
        Next: 'Counted',
      },
      Counted: { Type: 'Succeed' },
    },
  });
  addMachine('Long', {
    StartAt: 'Wait',
    States: { Wait: { Type: 'Wait', Seconds: 60_000, End: true } },
  });
  const cloud = await stack.start({ waitScale: 0.01 });
  sfn = new SFNClient({
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    endpoint: cloud.endpoints.stepFunctions,
  });
});
afterAll(() => stack.remove());

const start = (id: string, name: string, input: object) =>
  sfn.send(
    new StartExecutionCommand({ stateMachineArn: machineArn(id), name, input: JSON.stringify(input) }),
  );
async function ended(id: string, name: string): Promise<DescribeExecutionOutput> {
  const executionArn = `${machineArn(id).replace(':stateMachine:', ':execution:')}:${name}`;
  return eventually(60, async () => {
    const execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    return execution.status === 'RUNNING' ? undefined : execution;
  });
}

it('retries by the name of the error, and loops through choices and waits', async () => {
  const began = performance.now();
  await start('Loop', 'a', {});
  const { status, output } = await ended('Loop', 'a');
  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(output ?? '')).toMatchObject({ delivery: { attempt: 3, outcome: 'done' } });
  // Two waits of 10 s and a retry after 2 s, at a hundredth.
  expect(performance.now() - began).toBeGreaterThan(219);
  expect(performance.now() - began).toBeLessThan(22_000);
});

it('runs the functions of the states within a map, and knows the execution’s name', async () => {
  await start('Each', 'b', { numbers: [1, 2, 3] });
  const { status, output } = await ended('Each', 'b');
  expect([status, output]).toEqual(['SUCCEEDED', '{"doubled":[2,4,6],"name":"b"}']);
});

it('catches by name, times out as on Lambda, and fails with what the definition says', async () => {
  await start('Caught', 'c', {});
  expect(await ended('Caught', 'c')).toMatchObject({
    status: 'FAILED',
    error: 'GaveUp',
    cause: 'nothing went well',
  });
});

it('starts an execution of a name once', async () => {
  const first = await start('Long', 'd', { n: 1 });
  expect((await start('Long', 'd', { n: 1 })).executionArn).toBe(first.executionArn);
  await expect(start('Long', 'd', { n: 2 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  await sfn.send(new StopExecutionCommand({ executionArn: first.executionArn ?? '', cause: 'enough' }));
  expect(await ended('Long', 'd')).toMatchObject({ status: 'ABORTED', cause: 'enough' });
  await expect(start('Long', 'd', { n: 1 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  const { executions } = await sfn.send(new ListExecutionsCommand({ stateMachineArn: machineArn('Long') }));
  expect(executions?.map(({ name, status }) => [name, status])).toEqual([['d', 'ABORTED']]);
});

it('redrives from the state that failed: neither what came before it runs again, nor iterations that succeeded', async () => {
  const { executionArn } = await start('Counts', 'r', { numbers: [1, 2] });
  expect(await ended('Counts', 'r')).toMatchObject({
    status: 'FAILED',
    error: 'NotYet',
    redriveCount: 0,
    redriveStatus: 'REDRIVABLE',
  });
  const redrive = () => sfn.send(new RedriveExecutionCommand({ executionArn }));
  await redrive();
  const { output, ...after } = await ended('Counts', 'r');
  expect(after).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1, redriveStatus: 'NOT_REDRIVABLE' });
  // Each is the number of calls with its n.
  expect(JSON.parse(output ?? '')).toEqual({ numbers: [1, 2], first: 1, counts: [1, 2] });
  await expect(redrive()).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
});

it('redrives a stopped execution once per client token, and no running one', async () => {
  const { executionArn = '' } = await start('Long', 's', {});
  const redrive = (clientToken: string) =>
    sfn.send(new RedriveExecutionCommand({ executionArn, clientToken }));
  await expect(redrive('a')).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
  await sfn.send(new StopExecutionCommand({ executionArn }));
  const first = await redrive('a');
  expect(await redrive('a')).toMatchObject({ redriveDate: first.redriveDate });
  const running = await sfn.send(new DescribeExecutionCommand({ executionArn }));
  expect(running).toMatchObject({ status: 'RUNNING', redriveCount: 1 });
  expect(running).not.toHaveProperty('stopDate');
  await sfn.send(new StopExecutionCommand({ executionArn }));
});

it('does not redrive where a task within a map has a Catch, whose failure would be run again', () => {
  const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Done' }];
  const Each = {
    Type: 'Map',
    ItemProcessor: {
      StartAt: 'Try',
      States: { Try: { Type: 'Task', Resource: 'f', Catch, End: true }, Done: { Type: 'Succeed' } },
    },
    End: true,
  };
  const f = { name: 'f', invoke: async () => null, stop: async () => undefined };
  const prepared = (states: object) =>
    prepareDefinition(JSON.stringify({ StartAt: 'Each', States: states }), new Map([['f', f]]), 1);
  expect(prepared({ Each }).catchesInside).toBe(true);
  expect(prepared({ Each: { Type: 'Task', Resource: 'f', Catch, End: true } }).catchesInside).toBe(false);
});

it('rejects input that is not JSON, and state machines that do not exist', async () => {
  const bad = { stateMachineArn: machineArn('Loop'), input: '{' };
  await expect(sfn.send(new StartExecutionCommand(bad))).rejects.toMatchObject({
    name: 'InvalidExecutionInput',
  });
  await expect(start('Nobody', 'e', {})).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
});

it.each([
  ['JSONata', { StartAt: 'A', QueryLanguage: 'JSONata', States: { A: { Type: 'Succeed' } } }],
  ['Assign', { StartAt: 'A', States: { A: { Type: 'Pass', Assign: { a: 1 }, End: true } } }],
  [
    '$$.Task',
    {
      StartAt: 'A',
      States: { A: { Type: 'Pass', Parameters: { 'token.$': '$$.Task.Token' }, End: true } },
    },
  ],
  [
    'ItemReader',
    {
      StartAt: 'A',
      States: {
        A: {
          Type: 'Map',
          ItemReader: {},
          ItemProcessor: { StartAt: 'B', States: { B: { Type: 'Succeed' } } },
          End: true,
        },
      },
    },
  ],
  [
    'no function for the state "B"',
    {
      StartAt: 'A',
      States: {
        A: {
          Type: 'Parallel',
          Branches: [{ StartAt: 'B', States: { B: { Type: 'Task', Resource: 'arn:x', End: true } } }],
          End: true,
        },
      },
    },
  ],
])('refuses what it would get wrong: %s', (name, definition) => {
  expect(() => prepareDefinition(JSON.stringify(definition), new Map(), 1)).toThrow(name);
});

it('gives a task as long as AWS does, where the definition says nothing', () => {
  const states = { Only: { Type: 'Task', Resource: 'f', End: true } };
  const f = { name: 'f', invoke: async () => null, stop: async () => undefined };
  const text = JSON.stringify({ StartAt: 'Only', States: states });
  const { definition } = prepareDefinition(text, new Map([['f', f]]), 1);
  expect(JSON.parse(definition)).toMatchObject({ States: { Only: { TimeoutSeconds: 2_000_000 } } });
});

it('scales the pauses between attempts, and leaves how they grow', () => {
  const Retry = [
    { ErrorEquals: ['E'], IntervalSeconds: 10, MaxAttempts: 6, BackoffRate: 2, MaxDelaySeconds: 60 },
  ];
  const states = { Only: { Type: 'Task', Resource: 'f', Retry, End: true } };
  const f = { name: 'f', invoke: async () => null, stop: async () => undefined };
  const text = JSON.stringify({ StartAt: 'Only', States: states });
  const { definition } = prepareDefinition(text, new Map([['f', f]]), 0.5);
  expect(JSON.parse(definition)).toMatchObject({
    States: { Only: { Retry: [{ ...Retry[0], IntervalSeconds: 5, MaxDelaySeconds: 30 }] } },
  });
});
