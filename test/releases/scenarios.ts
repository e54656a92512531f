// What executions of all workflows may go through: inputs, and what the functions of their states answer, in the order of the calls.
// `npm run release` keeps it with a release, so that the next one knows what this one's functions have answered.
import type { joinInput, NextPass } from '../../src/contract/messages/partitioned-workflow.ts';
import type { StateName } from '../../src/contract/messages/states.ts';
import type { NotifyInput } from '../../src/contract/messages/workflow.ts';
import type { createComputeLane } from '../../src/reporting/partitions/compute-lane.ts';
import type { createExtractShard } from '../../src/reporting/partitions/extract-shard.ts';
import type { createPlanReport } from '../../src/reporting/steps/plan-report.ts';

export interface Scenario {
  /** The construct of the workflow. */
  readonly workflow: string;
  readonly input: object;
  /** By `callOf`. */
  readonly answers: Readonly<Record<string, readonly Answer[]>>;
}
export type Answer = object | { readonly throws: string };

/**
 * Names what a state is called for: iterations of a Map run side by side, and the function that failed may be the one that notes it.
 */
export function callOf(name: string, input: unknown): string {
  const { shard, lane, error } = input as {
    readonly shard?: number;
    readonly lane?: { readonly lane: number };
    readonly error?: object;
  };
  const what = [shard ?? lane?.lane, error && 'after an error'].filter((part) => part !== undefined);
  return [name, ...what].join(' ');
}

type Answers<F extends (...args: never[]) => (...args: never[]) => Promise<unknown>> = readonly (
  | Awaited<ReturnType<ReturnType<F>>>
  | { readonly throws: string }
)[];

const report = { account_id: 'acc_1', report_id: '01REPORT' };
const planned = { ...report, report_type: 'MBA' } as const;
const delivery = (outcome: 'delivered' | 'retry' | 'not_wanted', attempt: number): NotifyInput => ({
  ...report,
  delivery: { outcome, attempt, wait_seconds: outcome === 'retry' ? 60 : 0 },
});
const ended = { PublishReport: [delivery('retry', 0)], NotifyReceiver: [delivery('delivered', 1)] };
const failed = {
  'FailReport after an error': [delivery('retry', 0)],
  NotifyReceiver: [delivery('not_wanted', 0)],
};

const plans = (...answers: Answers<typeof createPlanReport>) => answers;
const extracts = (...answers: Answers<typeof createExtractShard>) => answers;
const lanes = (...answers: Answers<typeof createComputeLane>) => answers;
type Joined = Omit<NonNullable<(typeof joinInput)['~types']>['output'], 'partitions'> & {
  readonly partitions?: NextPass | { readonly parts: number };
};
const joins = (...answers: readonly (Joined | { readonly throws: string })[]) => answers;

const inParts = { ...planned, partitions: { parts: 2, shards: [0, 1] } };
const extracted = (shard: number, more: boolean) => ({
  ...{ ...report, parts: 2, shard },
  ...{ attempt: `e${shard}`, more },
});
const firstPass = { manifest: 'j1', pass: 0 };
const nextPass = { manifest: 'j1', pass: 1, known: { attempt: 'j2', stage: 'rules' }, receives: true };
const passed = (job: NextPass['job'], lane: number, more: boolean) => ({
  ...{ ...report, parts: 2, job, more },
  lane: { lane, attempt: `p${job.pass}`, ...(job.pass > 0 && { before: 'p0' }) },
});
const partitions = {
  'ExtractShard 0': extracts(extracted(0, true), extracted(0, false)),
  'ExtractShard 1': extracts(extracted(1, false)),
  JoinPartitions: joins(
    { ...planned, partitions: { parts: 2, job: firstPass, lanes: [{ lane: 0 }, { lane: 1 }] } },
    { ...planned, partitions: { parts: 2, job: nextPass, lanes: [{ lane: 0, before: 'p0' }, { lane: 1 }] } },
    { ...planned, partitions: { parts: 2 } },
    planned,
  ),
  'ComputeLane 0': lanes(passed(firstPass, 0, true), passed(firstPass, 0, false), passed(nextPass, 0, false)),
  'ComputeLane 1': lanes(passed(firstPass, 1, false), passed(nextPass, 1, false)),
};

const stepped = (workflow: string, name: StateName, input: object): Record<string, Scenario> => ({
  [`${name}: steps`]: {
    workflow,
    input,
    answers: {
      [name]: [
        { ...input, outcome: 'again', wait_seconds: 5 },
        { ...input, outcome: 'done', wait_seconds: 0 },
      ],
    },
  },
  [`${name}: a step that fails`]: {
    workflow,
    input,
    answers: {
      [name]: Array.from({ length: 10 }, () => ({ throws: 'Error' })),
      [`${name} after an error`]: [{ ...input, outcome: 'done', wait_seconds: 0 }],
    },
  },
});

const erasure = { account_id: 'acc_1', erasure_id: '01ERASURE' };
const exported = { ...report, export_id: '01EXPORT' };

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a report that waits for imports and its turn': {
    workflow: 'Reports',
    input: report,
    answers: {
      PlanReport: plans(
        { ...report, waiting: { imports_since: 1, wait_seconds: 10 } },
        { ...report, waiting: { place: 2, since: 1, wait_seconds: 10 } },
        { ...report, waiting: { ticket: 7, wait_seconds: 10 } },
        { ...planned, imports_in_progress: { count: 1, first: ['01IMPORT'] } },
      ),
      ComputeReport: [{ ...planned, imports_in_progress: { count: 1, first: ['01IMPORT'] } }],
      PublishReport: [delivery('retry', 0)],
      NotifyReceiver: [delivery('retry', 1), delivery('delivered', 2)],
    },
  },
  'a report whose webhook is left': {
    workflow: 'Reports',
    input: report,
    answers: { PlanReport: plans(delivery('retry', 1)), NotifyReceiver: [delivery('delivered', 2)] },
  },
  'a report that fails': {
    workflow: 'Reports',
    input: report,
    answers: { PlanReport: plans(planned), ComputeReport: [{ throws: 'RangeError' }], ...failed },
  },
  'a report in partitions': {
    workflow: 'Reports',
    input: report,
    answers: { PlanReport: plans(inParts), ...partitions, ...ended },
  },
  'a report in partitions that fails': {
    workflow: 'Reports',
    input: report,
    answers: {
      PlanReport: plans({ ...planned, partitions: { parts: 2, shards: [0] } }),
      'ExtractShard 0': [{ throws: 'RangeError' }],
      ...failed,
    },
  },
  'an export': { workflow: 'Exports', input: exported, answers: { WriteExport: [{}] } },
  'an export that fails': {
    workflow: 'Exports',
    input: exported,
    answers: { WriteExport: [{ throws: 'RangeError' }], 'WriteExport after an error': [{}] },
  },
  'an erasure': {
    workflow: 'Erasure',
    input: erasure,
    answers: {
      Erase: [
        { throws: 'RangeError' },
        { ...erasure, outcome: 'again', wait_seconds: 1 },
        { ...erasure, outcome: 'done', wait_seconds: 0 },
      ],
    },
  },
  ...stepped('Audiences', 'RunAudience', { account_id: 'acc_1', audience_id: '01A', run_id: '01RUN' }),
  ...stepped('Deliveries', 'Deliver', { account_id: 'acc_1', audience_id: '01A', destination_id: '01D' }),
  ...stepped('Events', 'SendEvents', { account_id: 'acc_1', endpoint_id: '01E', run: 1 }),
};
