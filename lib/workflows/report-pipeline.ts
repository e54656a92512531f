// The report workflow: plan (repeated until it is the report's turn and the imports before it have ended) →
// compute, in one function or in partitions → publish → notify. Any error leads to fail → notify. Its state
// holds ids and small figures, never data.
import { Duration } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { STATE_VERSION } from '../../src/contract/messages/format-versions.ts';
import { createFunction, type FunctionSpec, type Grants, type Shared } from '../functions/grants.ts';
import { allowModel } from '../functions/model-permission.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import {
  catchErrors,
  createChoice,
  createTask,
  createWait,
  createWorkflow,
  EVERY_ERROR,
  PASSING,
  type Retry,
  retryThrottled,
  type WorkflowStates,
} from './workflow.ts';

interface ReportPipelineProps {
  readonly computeMemoryMb: number;
  /** Functions of one report that run at once in partitions. */
  readonly concurrency: number;
  readonly bedrockModelId: string | undefined;
}

const FUNCTIONS = {
  plan: 'PlanReport',
  compute: 'ComputeReport',
  extract: 'ExtractShard',
  pass: 'ComputeLane',
  join: 'JoinPartitions',
  publish: 'PublishReport',
  fail: 'FailReport',
  notify: 'NotifyReceiver',
} as const;

/** The functions of the workflow's states. */
export type ReportFunctions = Readonly<Record<keyof typeof FUNCTIONS, ServiceFunction>>;

export class ReportPipeline extends Construct {
  readonly workflow: StateMachine;
  readonly functions: ReportFunctions;

  constructor(scope: Construct, id: string, shared: Shared, props: ReportPipelineProps) {
    super(scope, id);
    const specs = defineFunctions(props.computeMemoryMb);
    const create = (state: keyof typeof FUNCTIONS): ServiceFunction =>
      createFunction(this, FUNCTIONS[state], shared, { entry: `report/${state}`, ...specs[state] });
    this.functions = {
      ...{ plan: create('plan'), compute: create('compute'), publish: create('publish') },
      ...{ extract: create('extract'), pass: create('pass'), join: create('join') },
      ...{ fail: create('fail'), notify: create('notify') },
    };
    if (props.bedrockModelId !== undefined) allowModel(this.functions.publish, props.bedrockModelId);
    this.workflow = createWorkflow(this, shared, {
      states: createStates(this.functions, props.concurrency),
      // Webhook retries take up to 52 hours; before that, a report may wait for imports and for others of its
      // account.
      lasts: Duration.days(5),
      functions: Object.values(this.functions),
    });
    shared.workflows.report = this.workflow;
  }
}

/** Stores an analysis: the draft of a report and the files beside it. */
const ANALYSIS = {
  // Writes a version of the recommendations; marks and removes old ones. Writes the report's progress.
  table: [
    'dynamodb:GetItem',
    'dynamodb:Query',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:BatchWriteItem',
    'dynamodb:DeleteItem',
    'dynamodb:ConditionCheckItem',
  ],
  writes: ['drafts/', 'members/', 'rules/', 'profiles/'],
  // Without this permission, S3 returns 403 instead of 404 for a missing object.
  lists: true,
} as const satisfies Grants;

function defineFunctions(
  computeMemoryMb: number,
): Readonly<Record<keyof typeof FUNCTIONS, Omit<FunctionSpec, 'entry'>>> {
  const short = { memoryMb: 512, timeout: Duration.seconds(30) };
  const long = { memoryMb: computeMemoryMb, timeout: Duration.minutes(15) };
  return {
    plan: {
      description: 'Plans a report',
      ...short,
      // The account's imports and slots; for a report that has ended, the state of its deliveries.
      table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    },
    compute: {
      description: 'Computes a report',
      ...long,
      ...ANALYSIS,
      orders: ['dynamodb:Query'],
      // Members of the audience that a report is about.
      reads: ['extracts/', 'audiences/'],
      writes: [...ANALYSIS.writes, 'extracts/'],
    },
    extract: {
      description: 'Cuts orders into partitions for a report',
      ...long,
      table: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      orders: ['dynamodb:Query'],
      reads: ['partitions/'],
      writes: ['partitions/'],
      lists: true,
    },
    pass: {
      description: 'Computes partitions of a report',
      ...long,
      // Members of the audience that a report is about, without customers whose erasure is in progress.
      table: ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      reads: ['partitions/', 'audiences/'],
      writes: ['partitions/'],
      lists: true,
    },
    join: {
      description: 'Joins the partitions of a report',
      ...long,
      ...ANALYSIS,
      reads: ['partitions/', 'audiences/'],
      writes: [...ANALYSIS.writes, 'partitions/'],
      // Lists the files that it removes.
      deletes: ['partitions/'],
    },
    publish: {
      description: 'Publishes a report',
      // Holds two lists of customers: this report's and an earlier one's.
      memoryMb: computeMemoryMb,
      timeout: Duration.minutes(5),
      // Reads the previous report and its customers, to describe the changes. Recommendations are served only
      // if they still exist.
      table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'],
      reads: ['customers/', 'drafts/', 'members/', 'reports/'],
      writes: ['reports/', 'customers/'],
      deletes: ['drafts/'],
      lists: true,
    },
    fail: {
      description: 'Fails a report with a reason',
      ...short,
      table: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    notify: {
      description: 'Delivers a webhook',
      ...short,
      table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
  };
}

/** While its function is throttled, a report waits for about an hour instead of failing. */
const THROTTLED = retryThrottled(60);
/**
 * 2 s, 4 s, … 64 s, two minutes in total: enough for an outage of one minute. A report that cannot be generated fails
 * immediately.
 */
const TRANSIENT = { IntervalSeconds: 2, MaxAttempts: 6, BackoffRate: 2 };
/**
 * A function reached its own timeout. Compute and Join are not retried: they would most likely take as long
 * again.
 */
const TIMED_OUT = 'Sandbox.Timedout';

const REPEATED: readonly Retry[] = [THROTTLED, { ErrorEquals: PASSING, ...TRANSIENT }];
/**
 * Retries of states that take seconds: a cold start that takes more than Lambda's ten counts towards their
 * timeout.
 */
const ALSO_IF_SLOW: readonly Retry[] = [THROTTLED, { ErrorEquals: [...PASSING, TIMED_OUT], ...TRANSIENT }];
/** Retries after any error. */
const ALWAYS: readonly Retry[] = [THROTTLED, { ErrorEquals: [EVERY_ERROR], ...TRANSIENT }];
/** Retries of states that run many times in an execution, which has 25,000 events. */
const OFTEN: readonly Retry[] = [
  // 10 s, a minute, six minutes, ten minutes: about a quarter of an hour.
  { ...retryThrottled(4), BackoffRate: 6, MaxDelaySeconds: 600 },
  // 4 s, 12 s, 36 s, 108 s.
  { ErrorEquals: PASSING, IntervalSeconds: 4, MaxAttempts: 4, BackoffRate: 3 },
  // Such states end their slices well before their timeout, whatever the size of the dataset.
  { ErrorEquals: [TIMED_OUT], IntervalSeconds: 4, MaxAttempts: 1 },
];

function createStates(fn: ReportFunctions, concurrency: number): WorkflowStates {
  const createStepNote = (step: string): object => ({
    Type: 'Pass',
    Result: step,
    ResultPath: '$.failed_step',
    Next: 'Fail',
  });
  return {
    StartAt: 'Plan',
    States: {
      Plan: createTask(fn.plan, 'Compute now?', ALSO_IF_SLOW, catchErrors('Fail')),
      'Compute now?': createChoice(
        'Compute',
        // A second workflow run for a report whose webhook the first run did not deliver.
        { Variable: '$.delivery', IsPresent: true, Next: 'Deliver again?' },
        { Variable: '$.waiting', IsPresent: true, Next: 'Wait to start' },
        { Variable: '$.partitions', IsPresent: true, Next: 'Extract shards' },
      ),
      'Wait to start': createWait('$.waiting.wait_seconds', 'Plan'),
      Compute: createTask(fn.compute, 'Publish', REPEATED, catchErrors('Fail')),

      // In partitions: extracts the shards side by side; then pass after pass computes the partitions, lane
      // by lane, and joins the findings, until the report is computed.
      'Extract shards': createMap('shard', 'extracted', {
        next: 'Join',
        failed: 'Extraction failed',
        concurrency,
        selected: {},
        states: createLoop('Extract', fn.extract),
      }),
      'Extraction failed': createStepNote('extract'),
      'Compute partitions': createMap('lane', 'passed', {
        next: 'Join',
        failed: 'Pass failed',
        concurrency,
        selected: { 'job.$': '$.partitions.job' },
        states: createLoop('Compute lane', fn.pass),
      }),
      'Pass failed': createStepNote('pass'),
      Join: createTask(fn.join, 'Another pass?', REPEATED, catchErrors('Join failed')),
      'Join failed': createStepNote('join'),
      'Another pass?': createChoice(
        'Remove partitions',
        { Variable: '$.partitions.lanes', IsPresent: true, Next: 'Compute partitions' },
        // It is known which customers are one person: the shards are read again, and cut.
        { Variable: '$.partitions.shards', IsPresent: true, Next: 'Extract shards' },
      ),
      // The report is computed: files that could not be removed expire.
      'Remove partitions': createTask(fn.join, 'Publish', ALWAYS, catchErrors('Publish', null)),

      Publish: createTask(fn.publish, 'Notify', ALSO_IF_SLOW, catchErrors('Fail')),
      // Only the reconciler runs after these states, and repeating them is safe.
      Fail: createTask(fn.fail, 'Notify', ALWAYS),
      Notify: createTask(fn.notify, 'Deliver again?', ALWAYS),
      'Deliver again?': createChoice('Done', {
        Variable: '$.delivery.outcome',
        StringEquals: 'retry',
        Next: 'Wait for the receiver',
      }),
      'Wait for the receiver': createWait('$.delivery.wait_seconds', 'Notify'),
      Done: { Type: 'Succeed' },
    },
  };
}

interface Each {
  readonly next: string;
  readonly failed: string;
  readonly concurrency: number;
  /** Fields selected from the state, beside the report and the item. */
  readonly selected: object;
  readonly states: WorkflowStates;
}

/** Runs states for each shard or lane, side by side; `result` collects their results. */
function createMap(
  item: 'shard' | 'lane',
  result: string,
  { next, failed, concurrency, selected, states }: Each,
): object {
  return {
    Type: 'Map',
    ItemsPath: `$.partitions.${item}s`,
    ItemSelector: {
      version: STATE_VERSION,
      'account_id.$': '$.account_id',
      'report_id.$': '$.report_id',
      'parts.$': '$.partitions.parts',
      ...selected,
      [`${item}.$`]: '$$.Map.Item.Value',
    },
    MaxConcurrency: concurrency,
    ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, ...states },
    ResultPath: `$.partitions.${result}`,
    Next: next,
    ...catchErrors(failed),
  };
}

/** Repeats the task until it reports that nothing is left. Names are unique in a workflow. */
function createLoop(name: string, fn: ServiceFunction): WorkflowStates {
  const more = `${name}: more?`;
  const done = `${name}: done`;
  return {
    StartAt: name,
    States: {
      [name]: createTask(fn, more, OFTEN),
      [more]: createChoice(done, { Variable: '$.more', BooleanEquals: true, Next: name }),
      [done]: { Type: 'Succeed' },
    },
  };
}
