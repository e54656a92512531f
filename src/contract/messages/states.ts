// The states of all workflows, by the names of their functions: their inputs, and the version that every state carries.
import * as v from 'valibot';
import { OwnError } from '../errors/errors.ts';
import { expectVersion, STATE_VERSION } from './format-versions.ts';
import { extractInput, joinInput, passInput } from './partitioned-workflow.ts';
import {
  audienceRunInput,
  deliverInput,
  erasureInput,
  exportInput,
  failedReportInput,
  notifyInput,
  planInput,
  plannedReport,
  pullInput,
  sendEventsInput,
} from './workflow.ts';

const STATE_INPUTS = {
  PlanReport: planInput,
  ComputeReport: plannedReport,
  ExtractShard: extractInput,
  ComputeLane: passInput,
  JoinPartitions: joinInput,
  PublishReport: plannedReport,
  FailReport: failedReportInput,
  NotifyReceiver: notifyInput,
  WriteExport: exportInput,
  RunAudience: audienceRunInput,
  Deliver: deliverInput,
  SendEvents: sendEventsInput,
  PullOrders: pullInput,
  Erase: erasureInput,
} as const;
export type StateName = keyof typeof STATE_INPUTS;
type StateInput<N extends StateName> = v.InferOutput<(typeof STATE_INPUTS)[N]>;

/** The state is of another version than this release's. */
class StateVersionError extends OwnError {
  override readonly name = 'StateVersionError';
}

/** Missing where no workflow calls the function. */
const versioned = v.object({
  version: v.optional(expectVersion('state of a workflow', STATE_VERSION), STATE_VERSION),
});
/** Added by the Catch of Step Functions. */
const caught = v.object({ error: v.object({ Error: v.string() }) });

/**
 * A state as its function runs it: its input is parsed, its output has this release's version. What has failed is ended
 * whatever its version is.
 */
export function state<N extends StateName, O extends object, R extends unknown[]>(
  name: N,
  run: (input: StateInput<N>, ...rest: R) => Promise<O>,
): (input: unknown, ...rest: R) => Promise<O & { readonly version: number }> {
  const schema: v.GenericSchema<unknown, StateInput<N>> = STATE_INPUTS[name];
  return async (input, ...rest) => {
    const version = v.safeParse(versioned, input);
    if (!version.success && !v.is(caught, input)) throw new StateVersionError(version.issues[0].message);
    return { ...(await run(v.parse(schema, input), ...rest)), version: STATE_VERSION };
  };
}
