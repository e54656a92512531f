// Connects one run with reports: the workflow's definition on the local Step Functions, its states in this process with
// the faults that the drill injects, a receiver, and the reconciler.
import '../../harness/function-environment.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ListExecutionsCommand,
  RedriveExecutionCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { ulid } from 'ulid';
import * as v from 'valibot';
import {
  FunctionError,
  type Json,
  type LocalFunction,
} from '../../../apps/local-cloud/functions/functions.ts';
import {
  ACCOUNT,
  createResolver,
  type Physical,
  parseTemplate,
  REGION,
} from '../../../apps/local-cloud/template.ts';
import { loadLocalAssembly } from '../../../bin/local-assembly.ts';
import { getReport } from '../../../functions/http/reports/get-report.ts';
import { planInput, reportRef } from '../../../src/contract/messages/workflow.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import {
  type CreateReportRequest,
  createReportRequest,
} from '../../../src/contract/resources/reports/reports.ts';
import { createReportWorkflow } from '../../../src/service/aws/executions.ts';
import { reconcile } from '../../../src/service/operations/reconcile.ts';
import { createReadModel } from '../../../src/service/recommendations/read-model.ts';
import { createHiddenCustomers } from '../../../src/service/reports/lists/hidden-customers.ts';
import type { ExtractShardDeps } from '../../../src/service/reports/partitions/extract-shard.ts';
import { createStartReport } from '../../../src/service/reports/requests/start-report.ts';
import { createStageLine } from '../../../src/service/reports/stage-line.ts';
import {
  createComputeState,
  createExtractState,
  createFailState,
  createJoinState,
  createNotifyState,
  createPassState,
  createPlanState,
  createPublishState,
} from '../../../src/service/reports/states.ts';
import type { PlanDeps } from '../../../src/service/reports/steps/plan-report.ts';
import type { RequestOptions } from '../../../src/service/webhooks/request.ts';
import { type Behaviour, type Receiver, takeWebhook } from '../../harness/webhook-receivers.ts';
import { type Engines, TABLES } from '../ingest/engines.ts';
import { NO_FAULTS, type Plan, runInProcess, runOutOfTurn } from '../ingest/faults.ts';
import { type Run as IngestRun, playInRun } from '../ingest/run.ts';

// Loads the report workflow's definition from the deployed template, and the function behind each of its ARNs.

/** The template's names for the functions of the workflow's states. */
export const STATES = [
  'PlanReport',
  'ComputeReport',
  'PublishReport',
  'FailReport',
  'NotifyReceiver',
] as const;
/** The template's names for the functions of a report in partitions. */
export const PARTITION_STATES = ['ExtractShard', 'ComputeLane', 'JoinPartitions'] as const;
const ALL_STATES = [...STATES, ...PARTITION_STATES] as const;
export type State = (typeof ALL_STATES)[number];

export interface ReportDefinition {
  readonly text: string;
  readonly stateOf: ReadonlyMap<string, State>;
}

let known: Promise<ReportDefinition> | undefined;

/** Read once per process. */
function loadReportDefinition(): Promise<ReportDefinition> {
  known ??= findDefinition();
  return known;
}

async function findDefinition(): Promise<ReportDefinition> {
  const { template } = await loadLocalAssembly();
  const { Resources } = parseTemplate(template);
  const physical = new Map<string, Physical>();
  const stateOf = new Map<string, State>();
  for (const [id, { Type }] of Object.entries(Resources)) {
    if (Type !== 'AWS::Lambda::Function') continue;
    const Arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;
    physical.set(id, { ref: id, attributes: { Arn } });
    const state = ALL_STATES.find((name) => id.includes(name));
    if (state !== undefined) stateOf.set(Arn, state);
  }
  const machines = Object.values(Resources).filter(({ Type }) => Type === 'AWS::StepFunctions::StateMachine');
  const resolve = createResolver(physical);
  const text = machines
    .map(({ Properties }) => String(resolve(Properties.DefinitionString)))
    .find((definition) => [...stateOf.keys()].every((arn) => definition.includes(arn)));
  if (text === undefined || stateOf.size !== ALL_STATES.length)
    throw new Error('the template has no workflow with all states of a report');
  return { text, stateOf };
}

const KEY_HASH = 'ab'.repeat(32);
const MONTHLY_REPORTS = 1_000;

/** The faults of one invocation of a state's function. */
export type Mishap =
  /** Faults of its calls; if one kills it, Step Functions receives that error name or stops as well. */
  | { readonly kind: 'faults'; readonly plan: Plan; readonly deathAs: string | undefined }
  /** The state itself fails. */
  | { readonly kind: 'error'; readonly name: string }
  /** Two workers run it concurrently; the first result counts, and the other worker continues. */
  | { readonly kind: 'twice' }
  /**
   * The execution is stopped; `during`: the function continues unaware of it. `redriven`: the execution continues at
   * once.
   */
  | { readonly kind: 'stop'; readonly when: 'before' | 'during' | 'after'; readonly redriven?: boolean };

/** `nth`: the invocation of that state in this run, from 1. */
export type Mishaps = (state: State, nth: number) => Mishap | undefined;

export interface WireOptions {
  readonly mishaps?: Mishaps;
  /** Called before a worker of a state begins. */
  readonly onBegin?: (state: State, reportId: string) => Promise<void>;
  /** Called whenever a worker of a state has ended, before anything else happens. */
  readonly onDone?: (state: State, reportId: string) => Promise<void>;
  readonly behaviour?: Behaviour;
  /** Slots of the account. */
  readonly concurrentReports?: number;
  /** Slots of all accounts; each run has a queue of its own. */
  readonly computingReports?: number;
  readonly send?: RequestOptions;
  /** Selects the reports that are computed in partitions; default: none. */
  readonly partitioned?: Pick<PlanDeps, 'planPartitions'> &
    Pick<ExtractShardDeps, 'linesPerFile' | 'findAnalysis'>;
}

async function wireReports(ingest: IngestRun, engines: Engines, options: WireOptions) {
  const { stores, accountId, clock, random, bucket } = ingest;
  const {
    mishaps = () => undefined,
    onBegin = async () => undefined,
    onDone = async () => undefined,
    behaviour = takeWebhook,
    concurrentReports = DEFAULT_PLANS.max.concurrentReports,
    computingReports = 100,
    send = { receivers: 'any' },
    partitioned = { planPartitions: async () => undefined, linesPerFile: 10 },
  } = options;
  const stateMachineArn = `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${accountId}`;
  const workflow = createReportWorkflow(engines.sfn, stateMachineArn);
  const { extracts, partitionFiles: files, ...resultFiles } = engines.createFiles(bucket);
  const receiver: Receiver = engines.receivers.open(behaviour);
  const deps = {
    ...stores,
    concurrentReports: async () => concurrentReports,
    line: createStageLine(stores.db, TABLES.service, { pk: accountId, sk: 'report-line' }),
    computingReports,
    planPartitions: partitioned.planPartitions,
    ...resultFiles,
    hidden: createHiddenCustomers(stores.erasures),
    readAssigned: async () => undefined,
    readModel: createReadModel(stores.db, TABLES.service),
    datasetOfAudience: async () => undefined,
    workflow,
    clock,
    send: engines.createSend(send),
  };
  const partitionDeps = {
    ...deps,
    orders: stores.shardOrders,
    files,
    linesPerFile: partitioned.linesPerFile,
    ...(partitioned.findAnalysis && { findAnalysis: partitioned.findAnalysis }),
    newAttempt: () => ulid(clock(), random),
    // Each run stops as soon as possible.
    sliceMs: Number.NEGATIVE_INFINITY,
  };
  const notify = createNotifyState(deps);
  const handlers: Readonly<Record<State, (input: unknown) => Promise<unknown>>> = {
    PlanReport: createPlanState(deps),
    ComputeReport: createComputeState({
      ...deps,
      extracts,
      // Half of the runs read the table each time, so that their workers read more concurrent changes.
      maxLines: ingest.seed % 2 === 0 ? 1_000_000 : 0,
    }),
    ExtractShard: createExtractState(partitionDeps),
    ComputeLane: createPassState(partitionDeps),
    JoinPartitions: createJoinState(partitionDeps),
    PublishReport: createPublishState({ ...deps, model: undefined }),
    FailReport: createFailState(deps),
    async NotifyReceiver(input) {
      const next = await notify(input);
      // The following wait takes no real time: the clock is advanced instead.
      ingest.pass(next.delivery.wait_seconds * 1_000);
      return next;
    },
  };

  const listRunning = () =>
    runOutOfTurn(async () => {
      const list = new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING' });
      return (await engines.sfn.send(list)).executions ?? [];
    });
  /** Executions are named by their reports. */
  const stopExecutions = async (reportId = '', redriven = false): Promise<void> => {
    for (const { executionArn, name } of await listRunning()) {
      if (name?.startsWith(reportId) !== true) continue;
      await runOutOfTurn(() => engines.sfn.send(new StopExecutionCommand({ executionArn })));
      if (redriven) await runOutOfTurn(() => engines.sfn.send(new RedriveExecutionCommand({ executionArn })));
    }
  };

  let working = 0;
  async function work(state: State, event: unknown, plan: Plan): Promise<{ answer: unknown } | undefined> {
    working++;
    const { report_id } = v.parse(reportRef, event);
    try {
      await runOutOfTurn(() => onBegin(state, report_id));
      return await runInProcess(plan, () => handlers[state](event));
    } finally {
      // No process has a turn meanwhile.
      await runInProcess(NO_FAULTS, () => onDone(state, report_id));
      working--;
    }
  }

  const invocations = new Map<State, number>();
  let deaths = 0;
  async function invoke(state: State, event: unknown): Promise<Json> {
    const nth = (invocations.get(state) ?? 0) + 1;
    invocations.set(state, nth);
    const mishap = mishaps(state, nth);
    const { report_id } = v.parse(reportRef, event);
    if (mishap?.kind === 'error') throw new FunctionError(mishap.name, 'injected');
    if (mishap?.kind === 'stop' && mishap.when === 'before') {
      await stopExecutions(report_id, mishap.redriven);
      throw new FunctionError('Stopped', 'the execution was stopped');
    }
    if (mishap?.kind === 'stop' && mishap.when === 'during') await stopExecutions(report_id, mishap.redriven);
    const plan = mishap?.kind === 'faults' ? mishap.plan : NO_FAULTS;
    const workers = Array.from({ length: mishap?.kind === 'twice' ? 2 : 1 }, () => work(state, event, plan));
    const outcome = await Promise.race(workers).catch((error: Error) => {
      throw new FunctionError(error.name, error.message);
    });
    if (outcome === undefined) {
      deaths++;
      const deathAs = mishap?.kind === 'faults' ? mishap.deathAs : undefined;
      if (deathAs === undefined) await stopExecutions(report_id);
      throw new FunctionError(deathAs ?? 'Stopped', 'it died');
    }
    if (mishap?.kind === 'stop' && mishap.when === 'after') await stopExecutions(report_id, mishap.redriven);
    const answer: Json = JSON.parse(JSON.stringify(outcome.answer));
    // A wait for a turn takes no time here: without a pause, the waiting reports would keep all others from working.
    if (state === 'PlanReport' && v.is(planInput, answer) && answer.waiting !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return answer;
  }

  // The engine calls from its own async context: turns and faults are restored to this run's.
  const inThisRun = AsyncLocalStorage.snapshot();
  const { text, stateOf } = await loadReportDefinition();
  const functions = [...stateOf].map(([arn, state]): [string, LocalFunction] => [
    arn,
    { name: state, invoke: (event) => inThisRun(() => invoke(state, event)), stop: async () => undefined },
  ]);
  engines.states.addMachine(stateMachineArn, text, new Map(functions));

  const caller = {
    accountId,
    keyHash: KEY_HASH,
    limits: { ...DEFAULT_PLANS.max, monthlyReports: MONTHLY_REPORTS },
  };
  const createId = (): string => ulid(tick(), random);
  const startDeps = { ...deps, webhookReceivers: 'any' as const, newReportId: createId };
  const startReport = createStartReport(startDeps);
  // Advances the clock: no two reports are requested in the same millisecond, so their ids are in order of request.
  function tick(): number {
    ingest.pass(1);
    return clock();
  }
  const read = getReport({
    ...deps,
    waiting: { clock, sleep: async () => undefined, heldReads: stores.heldReads },
  });

  return {
    ...ingest,
    deps,
    startDeps,
    /** Newer than all previous ids. */
    newId: createId,
    bodies: resultFiles.bodies,
    workflow,
    receiver,
    caller,
    running: listRunning,
    stopExecutions,
    /** Starts an execution that was never requested, next to the report's own. */
    async startAnother(reportId: string): Promise<void> {
      const input = JSON.stringify({ account_id: accountId, report_id: reportId });
      const start = new StartExecutionCommand({ stateMachineArn, name: `${reportId}-other`, input });
      await engines.sfn.send(start);
    },
    deaths: () => deaths,
    invocations: (state: State): number => invocations.get(state) ?? 0,

    /** Requests a report. Returns its id, or undefined if the request crashed. */
    async ask(request: object, plan: Plan = NO_FAULTS): Promise<string | undefined> {
      const parsed: CreateReportRequest = v.parse(createReportRequest, request);
      return (await runInProcess(plan, () => startReport(caller, parsed)))?.answer.report_id;
    },

    /** Reads the client's view: GET /reports/{id}. */
    async read(reportId: string): Promise<Record<string, unknown>> {
      const call = { caller, body: undefined, query: {}, path: { id: reportId }, headers: {}, baseUrl: '' };
      const { body = '{}' } = await runOutOfTurn(() =>
        read({ ...call, sealed: (page) => page, idempotency: undefined }),
      );
      return JSON.parse(body);
    },

    reconcileReports: (plan: Plan = NO_FAULTS) =>
      runInProcess(plan, () => reconcile({ ...deps, unfinished: ingest.unfinished })),

    /** Waits until no execution is in progress, nor a worker of a stopped one. */
    async untilIdle(): Promise<void> {
      while (working > 0 || (await listRunning()).length > 0)
        await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}
export type ReportRun = Awaited<ReturnType<typeof wireReports>>;

/** `play` returns the violations. An error that it throws is a violation too. */
export function playInReportRun(
  seed: number,
  engines: Engines,
  options: (ingest: IngestRun) => WireOptions,
  play: (run: ReportRun) => Promise<string[]>,
): Promise<string[]> {
  return playInRun(seed, engines, async (ingest) => {
    const run = await wireReports(ingest, engines, options(ingest));
    try {
      return await play(run);
    } finally {
      await run.stopExecutions();
      run.receiver.close();
    }
  });
}
