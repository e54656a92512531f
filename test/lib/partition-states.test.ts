// The workflow of reports in partitions: its events, state and retries, counted from its definition, fit the quotas of
// Step Functions.

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
/** The most passes within the budgets: baskets of several levels of high-value customers, with recommendations. */
const PASSES = 7;
/** Runs of a lane of 25 partitions in one pass, at half a minute each; runs of a shard of 300 million line items. */
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
    .findByType('AWS::StepFunctions::StateMachine')
    .find(({ path }) => path === 'Reports/Workflow');
  const { 'Fn::Join': joined } = v.parse(
    v.object({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) }),
    workflow?.properties.DefinitionString,
  );
  const text = joined[1].map((part) => (typeof part === 'string' ? part : 'arn')).join('');
  definition = v.parse(v.pipe(v.string(), v.parseJson(), machine), text);
});

function getState({ States }: Machine, name: string): State {
  const found = States[name];
  if (found === undefined) throw new Error(`the workflow has no state ${name}`);
  return found;
}

/** Events of a task: entered, scheduled, started, succeeded, exited; and scheduled, started, failed for each retry. */
function countTaskEvents({ Retry = [] }: State): number {
  return 5 + 3 * Retry.reduce((sum, { MaxAttempts }) => sum + MaxAttempts, 0);
}

/** Events of a map that runs its task `runs` times for each item, then its last state. */
function countMapEvents(name: string, task: string, items: number, runs: number): number {
  const { ItemProcessor } = getState(definition, name);
  if (ItemProcessor === undefined) throw new Error(`${name} is not a map`);
  const choice = 2;
  const succeed = 2;
  const iteration = 2 + runs * (countTaskEvents(getState(ItemProcessor, task)) + choice) + succeed;
  return 4 + items * iteration;
}

it('stays below 25,000 events with 1,000 partitions and every possible retry', () => {
  const joins = (PASSES + 1) * (countTaskEvents(getState(definition, 'Join')) + 2);
  const events =
    countMapEvents('Extract shards', 'Extract', SHARD_COUNT, RUNS_OF_SHARD) +
    PASSES * countMapEvents('Compute partitions', 'Compute lane', countLanes(MAX_PARTITIONS), RUNS_OF_LANE) +
    joins +
    countTaskEvents(getState(definition, 'Remove partitions'));
  expect(events).toBeLessThan(MOST_EVENTS);
});

it('carries a state of less than 25.6 KB with 1,000 partitions', () => {
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

it('runs at most 4 functions of one report at once', () => {
  for (const map of ['Extract shards', 'Compute partitions'])
    expect(getState(definition, map).MaxConcurrency).toBe(4);
});

/** All states that invoke a function, including those within maps. */
function listTasks({ States }: Machine): [string, State][] {
  return Object.entries(States).flatMap(([name, state]): [string, State][] => {
    if (state.Type === 'Task') return [[name, state]];
    return state.ItemProcessor === undefined ? [] : listTasks(state.ItemProcessor);
  });
}

it('retries a function after a timeout only if its work is short or done in slices', () => {
  const attempts = listTasks(definition).map(([name, { Retry = [] }]) => {
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

it('retries every function for over a minute', () => {
  const waits = listTasks(definition).map(([name, { Retry = [] }]) => {
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
