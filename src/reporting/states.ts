// The states of the report workflow, as their functions run them: what the workflow passes on is parsed, and passing faults
// have the name that its retries wait for.
import * as v from 'valibot';
import { extractInput, joinInput, passInput } from '../contract/messages/partitioned-workflow.ts';
import {
  failedReportInput,
  type NotifyInput,
  notifyInput,
  planInput,
  plannedReport,
} from '../contract/messages/workflow.ts';
import { createNotifyReceiver, type NotifyDeps } from '../webhooks/notify-receiver.ts';
import { type ComputeLaneDeps, createComputeLane } from './partitions/compute-lane.ts';
import { createExtractShard, type ExtractShardDeps } from './partitions/extract-shard.ts';
import { createJoinPartitions, type JoinDeps } from './partitions/join-partitions.ts';
import { type ComputeDeps, createComputeReport } from './steps/compute-report.ts';
import { createFailReport } from './steps/fail-report.ts';
import { namingPassingFaults } from './steps/passing-faults.ts';
import { createPlanReport, type PlanDeps } from './steps/plan-report.ts';
import { createPublishReport, type EndDeps, type PublishDeps } from './steps/publish-report.ts';
import { createReadDataset, type ReadDatasetDeps } from './steps/read-dataset.ts';

function state<S extends v.GenericSchema, O>(schema: S, run: (input: v.InferOutput<S>) => Promise<O>) {
  return namingPassingFaults(async (input: unknown) => run(v.parse(schema, input)));
}

interface Sliced {
  /** After so much time, another run continues. */
  readonly sliceMs: number;
}

export const planState = (deps: PlanDeps) => state(planInput, createPlanReport(deps));

export const computeState = (deps: Omit<ComputeDeps, 'readDataset'> & ReadDatasetDeps) =>
  state(plannedReport, createComputeReport({ ...deps, readDataset: createReadDataset(deps) }));

export function extractState({ sliceMs, ...deps }: ExtractShardDeps & Sliced) {
  const extractShard = createExtractShard(deps);
  return state(extractInput, (input) => extractShard(input, deps.clock() + sliceMs));
}

export function passState({ sliceMs, ...deps }: ComputeLaneDeps & Sliced) {
  const computeLane = createComputeLane(deps);
  return state(passInput, (input) => computeLane(input, deps.clock() + sliceMs));
}

export const joinState = (deps: JoinDeps) => state(joinInput, createJoinPartitions(deps));

export const publishState = (deps: PublishDeps) => state(plannedReport, createPublishReport(deps));

export const failState = (deps: EndDeps) => state(failedReportInput, createFailReport(deps));

export function notifyState(deps: NotifyDeps) {
  const notifyReceiver = createNotifyReceiver(deps);
  return state(notifyInput, async ({ account_id, report_id, delivery }): Promise<NotifyInput> => {
    return { account_id, report_id, delivery: await notifyReceiver({ account_id, report_id, delivery }) };
  });
}
