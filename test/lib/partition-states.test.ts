// A report in partitions stays within what Step Functions allows an execution: counted from the definition.

import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import type {
  ExtractedShard,
  Lane,
  PassedLane,
  PassJob,
} from '../../src/contract/messages/partitioned-workflow.ts';
import { SHARD_COUNT } from '../../src/contract/schema/limits.ts';
import { countLanes, MAX_PARTITIONS } from '../../src/service/reports/partitions/plan-partitions.ts';
import { synthesizeStage } from './template.ts';

const MOST_EVENTS = 25_000;
const MOST_STATE_BYTES = 256 * 1_024;
/** The most that an analysis has within its budgets: of baskets of several levels of high-value customers, with recommendations. */
const PASSES = 7;
/** Runs that a lane of 25 partitions takes in one pass, at half a minute each; a shard of 300 million line items. */
const RUNS_OF_LANE = 2;
const RUNS_OF_SHARD = 3;

interface State {
  readonly Type: string;
  readonly Retry?:
    | readonly {
        readonly ErrorEquals: readonly string[];
        readonly MaxAttempts: number;
        readonly IntervalSeconds?: number | undefined;
        readonly BackoffRate?: number | undefined;
      }[]
    | undefined;
  readonly ItemProcessor?: Machine | undefined;
  readonly MaxConcurrency?: number | undefined;
}
interface Machine {
  readonly States: Readonly<Record<string, State>>;
}
const machine: v.GenericSchema<unknown, Machine> = v.object({
  States: v.record(
    v.string(),
    v.looseObject({
      Type: v.string(),
      Retry: v.optional(
        v.array(
          v.looseObject({
            ErrorEquals: v.array(v.string()),
            MaxAttempts: v.number(),
            IntervalSeconds: v.optional(v.number()),
            BackoffRate: v.optional(v.number()),
          }),
        ),
      ),
      ItemProcessor: v.optional(v.lazy(() => machine)),
      MaxConcurrency: v.optional(v.number()),
    }),
  ),
});

let definition: Machine;
beforeAll(() => {
  const workflow = synthesizeStage('dev')
    .of('AWS::StepFunctions::StateMachine')
    .find(({ path }) => path === 'Reports/Workflow');
  const { 'Fn::Join': joined } = v.parse(
    v.object({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) }),
    workflow?.properties.DefinitionString,
  );
  const text = joined[1].map((part) => (typeof part === 'string' ? part : 'arn')).join('');
  definition = v.parse(v.pipe(v.string(), v.parseJson(), machine), text);
});

function stateOf({ States }: Machine, name: string): State {
  const found = States[name];
  if (found === undefined) throw new Error(`the workflow has no state ${name}`);
  return found;
}

/** Entered, scheduled, started, succeeded, exited; and scheduled, started, failed for each attempt that is repeated. */
function eventsOfTask({ Retry = [] }: State): number {
  return 5 + 3 * Retry.reduce((sum, { MaxAttempts }) => sum + MaxAttempts, 0);
}

/** Of a map: its states run `runs` times for each of the items, then its last one. */
function eventsOfMap(name: string, task: string, items: number, runs: number): number {
  const { ItemProcessor } = stateOf(definition, name);
  if (ItemProcessor === undefined) throw new Error(`${name} is not a map`);
  const choice = 2;
  const succeed = 2;
  const iteration = 2 + runs * (eventsOfTask(stateOf(ItemProcessor, task)) + choice) + succeed;
  return 4 + items * iteration;
}

it('stays below 25,000 events with 1,000 partitions, if every attempt that may be repeated is', () => {
  const joins = (PASSES + 1) * (eventsOfTask(stateOf(definition, 'Join')) + 2);
  const events =
    eventsOfMap('Extract shards', 'Extract', SHARD_COUNT, RUNS_OF_SHARD) +
    PASSES * eventsOfMap('Compute partitions', 'Compute lane', countLanes(MAX_PARTITIONS), RUNS_OF_LANE) +
    joins +
    eventsOfTask(stateOf(definition, 'Remove partitions'));
  expect(events).toBeLessThan(MOST_EVENTS);
});

it('carries less than a tenth of 256 KB with 1,000 partitions', () => {
  const account_id = 'a'.repeat(26);
  const report_id = 'r'.repeat(26);
  const attempt = 'f'.repeat(36);
  const job: PassJob = {
    manifest: attempt,
    pass: PASSES,
    known: { attempt, stage: 'evidence' },
    receives: true,
  };
  const parts = MAX_PARTITIONS;
  const lanes = Array.from({ length: countLanes(parts) }, (_, lane): Lane & { readonly attempt: string } => ({
    lane,
    before: attempt,
    attempt,
  }));
  const extracted = Array.from(
    { length: SHARD_COUNT },
    (_, shard): ExtractedShard => ({ account_id, report_id, parts, shard, attempt, more: true }),
  );
  const passed = lanes.map((lane): PassedLane => ({ account_id, report_id, parts, job, lane, more: false }));
  const ref = {
    account_id,
    report_id,
    report_type: 'COHORT',
    imports_in_progress: { count: 9, first: lanes },
  };
  for (const partitions of [
    { parts, extracted },
    { parts, job, lanes, passed },
  ])
    expect(JSON.stringify({ ...ref, partitions }).length).toBeLessThan(MOST_STATE_BYTES / 10);
});

it('runs no more functions of one report at once than the stage allows', () => {
  for (const map of ['Extract shards', 'Compute partitions'])
    expect(stateOf(definition, map).MaxConcurrency).toBe(4);
});

/** All states that invoke a function, those within maps included. */
function tasksIn({ States }: Machine): [string, State][] {
  return Object.entries(States).flatMap(([name, state]): [string, State][] => {
    if (state.Type === 'Task') return [[name, state]];
    return state.ItemProcessor === undefined ? [] : tasksIn(state.ItemProcessor);
  });
}

it('repeats a function that reached its timeout where its work is short or ends in slices, not where it may be too much', () => {
  const attempts = tasksIn(definition).map(([name, { Retry = [] }]) => {
    const retry = Retry.find(({ ErrorEquals }) =>
      ErrorEquals.some((error) => error === 'Sandbox.Timedout' || error === 'States.ALL'),
    );
    return [name, retry?.MaxAttempts ?? 0];
  });
  expect(Object.fromEntries(attempts)).toEqual({
    Plan: 6,
    Compute: 0,
    Extract: 1,
    'Compute lane': 1,
    Join: 0,
    'Remove partitions': 6,
    Publish: 6,
    Notify: 6,
    Fail: 6,
  });
});

it('repeats every function for longer than an outage of a minute lasts', () => {
  const waits = tasksIn(definition).map(([name, { Retry = [] }]) => {
    const retry = Retry.find(({ ErrorEquals }) =>
      ErrorEquals.some((error) => error === 'PassingFaultError' || error === 'States.ALL'),
    );
    const { MaxAttempts = 0, IntervalSeconds = 0, BackoffRate = 1 } = retry ?? {};
    const seconds = Array.from({ length: MaxAttempts }, (_, at) => IntervalSeconds * BackoffRate ** at);
    return { name, isLongEnough: seconds.reduce((sum, wait) => sum + wait, 0) > 60 };
  });
  expect(waits.length).toBeGreaterThan(5);
  expect(waits.filter(({ isLongEnough }) => !isLongEnough)).toEqual([]);
});
