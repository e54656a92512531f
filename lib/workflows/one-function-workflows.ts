// The workflows that call one function: exports, runs of audiences, deliveries, events, readings of shops and
// erasures. Their states hold only ids.
import { Duration } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import {
  createFunction,
  type FunctionName,
  type FunctionSpec,
  type Shared,
  type WorkflowName,
} from '../functions/grants.ts';
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

interface OneFunctionWorkflowProps extends FunctionSpec {
  readonly workflow: WorkflowName;
  readonly calls: FunctionName;
  readonly lasts: Duration;
  states(fn: ServiceFunction): WorkflowStates;
}

export class OneFunctionWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, shared: Shared, props: OneFunctionWorkflowProps) {
    super(scope, id);
    const { workflow, calls, lasts, states, ...spec } = props;
    this.function = createFunction(this, calls, shared, spec);
    this.workflow = createWorkflow(this, shared, {
      states: states(this.function),
      lasts,
      functions: [this.function],
    });
    shared.workflows[workflow] = this.workflow;
  }
}

/**
 * Calls the function repeatedly until its work has ended: it returns `outcome`, which is `again` until then,
 * and `wait_seconds`. After its retries, it is called with `error`.
 */
function createStepStates(fn: ServiceFunction): WorkflowStates {
  // 2 s, 4 s, 8 s, … 1 min: about five minutes. Every step can be repeated, whatever the error was.
  const retries: readonly Retry[] = [
    { ErrorEquals: [EVERY_ERROR], IntervalSeconds: 2, MaxAttempts: 9, BackoffRate: 2, MaxDelaySeconds: 60 },
  ];
  return {
    StartAt: 'Step',
    States: {
      Step: createTask(fn, 'Has it ended?', retries, catchErrors('Fail')),
      'Has it ended?': createChoice('Ended', {
        Variable: '$.outcome',
        StringEquals: 'again',
        Next: 'Wait before the next step',
      }),
      'Wait before the next step': createWait('$.wait_seconds', 'Step'),
      Fail: createTask(fn, 'Ended', retries),
      Ended: { Type: 'Succeed' },
    },
  };
}

/**
 * A receiver may be down for three days. An execution has 25,000 events, nine a step: if one ends before
 * everything is sent, another follows.
 */
const LONGER_THAN_DOWN = Duration.days(7);

/**
 * One function writes the files of exports and tables, in slices if the orders of a dataset are many, and a last call
 * notes that it could not.
 */
export const EXPORTS: OneFunctionWorkflowProps = {
  workflow: 'export',
  calls: 'WriteExport',
  entry: 'export/write',
  description: 'Writes the files of an export, or of the table of a dataset',
  timeout: Duration.minutes(15),
  // The itemsets of a report with tens of millions of rules take about 1 GB; two processors compress beside them.
  memoryMb: 3_008,
  // Below LONGEST_RUN_MS of the stored exports.
  lasts: Duration.hours(4),
  // The report, the export, its slot, and the erasures in progress; an export whose report is erased. The table of a
  // dataset, and the dataset's state.
  table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  orders: ['dynamodb:Query'],
  // Orders are sorted in `partitions/`.
  reads: ['reports/', 'customers/', 'rules/', 'partitions/', 'tables/'],
  writes: ['exports/', 'partitions/', 'tables/'],
  deletes: ['exports/', 'partitions/', 'tables/'],
  aborts: ['exports/', 'tables/'],
  lists: true,
  states: (fn) => {
    // Throttled for about ten minutes. After 2 s, 4 s, 8 s, 16 s: a run may have taken minutes before the fault.
    const retryErrors = (errors: readonly string[]): readonly Retry[] => [
      retryThrottled(12),
      { ErrorEquals: errors, IntervalSeconds: 2, MaxAttempts: 4, BackoffRate: 2 },
    ];
    return {
      StartAt: 'Write',
      States: {
        Write: createTask(fn, 'More to write?', retryErrors(PASSING), catchErrors('Fail')),
        'More to write?': createChoice('Ended', {
          And: [
            { Variable: '$.more', IsPresent: true },
            { Variable: '$.more', BooleanEquals: true },
          ],
          Next: 'Write',
        }),
        Fail: createTask(fn, 'Ended', retryErrors([EVERY_ERROR])),
        Ended: { Type: 'Succeed' },
      },
    };
  },
};

/**
 * Sends events to a webhook endpoint, one after the other, until nothing is left. Waits while the receiver is
 * down.
 */
export const EVENTS: OneFunctionWorkflowProps = {
  workflow: 'event',
  calls: 'SendEvents',
  entry: 'webhook/send-events',
  description: 'Sends the events of an account to a webhook endpoint',
  // Below LEASE_MS, after which another worker may send.
  timeout: Duration.minutes(2),
  // Waits for receivers, and memory sets the price of the time. A digest reads one report after the other.
  memoryMb: 512,
  lasts: LONGER_THAN_DOWN,
  // The endpoint, the log of events, attempts, and leases of functions; reports and the dataset of a digest.
  table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
  reads: ['reports/'],
  // An erased report is missing.
  lists: true,
  opens: true,
  mails: true,
  states: createStepStates,
};

/**
 * Sends requests to a destination of an audience until it is in step. Waits while the destination is down or
 * busy.
 */
export const DELIVERIES: OneFunctionWorkflowProps = {
  workflow: 'delivery',
  calls: 'Deliver',
  entry: 'audience/deliver',
  description: 'Sends changes of an audience to a destination',
  // Below LEASE_MS, after which another worker may send.
  timeout: Duration.minutes(2),
  // The members, and the destination's current and planned lists: about 300 MB for a million customers.
  memoryMb: 1_769,
  lasts: LONGER_THAN_DOWN,
  // The destination, its deliveries and the customers it has yet to delete; the audience; erasures in
  // progress; leases.
  table: [
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:Query',
  ],
  reads: ['audiences/', 'deliveries/'],
  writes: ['deliveries/'],
  deletes: ['deliveries/'],
  lists: true,
  opens: true,
  states: createStepStates,
};

/**
 * Reads the orders of a connected shop: all, then what has changed. Waits while the shop is down or busy.
 */
export const PULLS: OneFunctionWorkflowProps = {
  workflow: 'pull',
  calls: 'PullOrders',
  entry: 'source/pull',
  description: 'Reads orders of connected shops',
  // Below LEASE_MS, after which another worker may read.
  timeout: Duration.minutes(2),
  // A page of 20 MB as text and as orders takes about 200 MB; memory sets the price of waiting for shops.
  memoryMb: 512,
  lasts: LONGER_THAN_DOWN,
  // The connection and its source, the account, the dataset, imports, row counters, erasures in progress;
  // leases. Deletes the connection of a deleted source.
  table: [
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:Query',
  ],
  // Compares stored orders with the shop's.
  orders: ['dynamodb:BatchGetItem'],
  sendsTo: 'ingest',
  opens: true,
  states: createStepStates,
};

/** Steps of an audience's run. The workflow waits for reports between two of them. */
export const AUDIENCES: OneFunctionWorkflowProps = {
  workflow: 'audience',
  calls: 'RunAudience',
  entry: 'audience/run',
  description: "A step of an audience's run",
  // Below READING_MS, for which an erasure waits.
  timeout: Duration.minutes(15),
  // Three lists of a million customers and the members before and after take about 600 MB.
  memoryMb: 1_769,
  // Reports may wait an hour for imports, longer for their turn, and take hours in partitions.
  lasts: Duration.hours(12),
  // The audience, its destinations and its run; the key and account of the run; reports, those that it
  // requests, and the month's count; erasures in progress.
  table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
  starts: ['report', 'delivery'],
  reads: ['customers/', 'audiences/'],
  writes: ['audiences/'],
  deletes: ['audiences/'],
  lists: true,
  states: createStepStates,
};

const MARGIN_SECONDS = 15;
const REWRITTEN = ['members/', 'customers/', 'dead-letters/', 'audiences/', 'deliveries/'] as const;

/**
 * Erasures wait until every write accepted before the erasure has ended or reads its marks, then erase slice
 * by slice. `longestWriter`: the longest timeout of a function that writes orders, reports or dead letters.
 */
export function defineErasures(longestWriter: Duration): OneFunctionWorkflowProps {
  return {
    workflow: 'erasure',
    calls: 'Erase',
    entry: 'erasure/erase',
    description: 'Erases datasets and customers',
    timeout: Duration.minutes(15),
    memoryMb: 1_769,
    // Another run follows a failed one: the reconciler checks every five minutes.
    lasts: Duration.days(2),
    orders: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    table: [
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:ConditionCheckItem',
    ],
    deletes: [...REWRITTEN, 'reports/', 'drafts/', 'rules/', 'profiles/', 'exports/', 'partitions/'],
    // The search for a person's ids in `partitions/`.
    reads: [...REWRITTEN, 'partitions/'],
    writes: [...REWRITTEN, 'extracts/', 'partitions/'],
    // Lists dead letters.
    lists: true,
    states: (fn) => ({
      StartAt: 'Have writers that missed the marks ended?',
      States: {
        'Have writers that missed the marks ended?': createChoice('Wait for writers that missed the marks', {
          And: [
            { Variable: '$.has_settled', IsPresent: true },
            { Variable: '$.has_settled', BooleanEquals: true },
          ],
          Next: 'Erase a slice',
        }),
        // Writers that started before the marks were written have ended by then; all others read the marks
        // before each write.
        'Wait for writers that missed the marks': {
          Type: 'Wait',
          Seconds: longestWriter.toSeconds() + MARGIN_SECONDS,
          Next: 'Erase a slice',
        },
        // 5 s, 10 s, 20 s, … 10 min: half an hour in total. Every slice can be repeated, whatever the error was.
        'Erase a slice': createTask(fn, 'Anything left?', [
          {
            ErrorEquals: [EVERY_ERROR],
            IntervalSeconds: 5,
            MaxAttempts: 9,
            BackoffRate: 2,
            MaxDelaySeconds: 600,
          },
        ]),
        'Anything left?': createChoice(
          'Erased',
          { Variable: '$.outcome', StringEquals: 'again', Next: 'Wait before the next slice' },
          { Variable: '$.outcome', StringEquals: 'marked', Next: 'Wait for writers that missed the marks' },
        ),
        'Wait before the next slice': createWait('$.wait_seconds', 'Erase a slice'),
        Erased: { Type: 'Succeed' },
      },
    }),
  };
}
