// The execution is stopped at each of its states: before, during and after the state's work; the next workflow run may
// be stopped as well. The reconciler completes every report, and its receiver is notified.
import { below } from '../../harness/random/random.ts';
import type { Drill } from '../ingest/run.ts';
import { addOrders, UNDISTURBED, undisturbed } from './asked.ts';
import { STATES } from './definition.ts';
import { checkReports, letEnd } from './invariants.ts';
import { inReportRun, type Mishaps } from './run.ts';

const WHEN = ['before', 'during', 'after'] as const;

/** All states and moments, in turn by seed. */
function stopsFor(seed: number, times: number): Mishaps {
  const state = STATES[seed % STATES.length];
  const when = WHEN[Math.floor(seed / STATES.length) % WHEN.length] ?? 'before';
  const isFailing = state === 'FailReport';
  let left = times;
  return (invoked, nth) => {
    // The undisturbed reports have no receiver and do not fail.
    const isBefore = nth <= UNDISTURBED && invoked !== 'FailReport' && invoked !== 'NotifyReceiver';
    if (isBefore || (invoked === 'NotifyReceiver' && nth <= UNDISTURBED)) return undefined;
    if (isFailing && invoked === 'ComputeReport') return { kind: 'error', name: 'Error' };
    if (invoked !== state || left === 0) return undefined;
    left--;
    return { kind: 'stop', when };
  };
}

export const reportsStopped: Drill = {
  name: 'report-stopped',
  about: 'the report workflow stopped at each of its states, before, during and after its work',
  run: (seed, engines) =>
    inReportRun(
      seed,
      engines,
      ({ random }) => {
        const refusals = below(random, 4);
        return {
          mishaps: stopsFor(seed, 1 + below(random, 2)),
          behaviour: (response, call) => response.writeHead(call <= refusals ? 503 : 200).end(),
        };
      },
      async (run) => {
        await addOrders(run);
        const { template, reportId: like } = await undisturbed(run);
        const id = await run.ask({ template, webhook_url: run.receiver.url });
        if (id === undefined) return ['the request crashed'];
        await letEnd(run);
        return checkReports(run, new Map([[id, { like }]]));
      },
    ),
};
