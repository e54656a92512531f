// A state of the workflow crashes before or after one of its calls, to S3 or the tables, once or several times. Step
// Functions sees a crash, a retryable error, or nothing.

import { below, type Random } from '../../harness/random/random.ts';
import { dieAt, type When } from '../ingest/faults.ts';
import type { Drill } from '../ingest/run.ts';
import { addOrders, UNDISTURBED, undisturbed } from './asked.ts';
import { STATES } from './definition.ts';
import { checkReports, letEnd } from './invariants.ts';
import { inReportRun, type Mishap, type Mishaps } from './run.ts';

type UsualState = (typeof STATES)[number];

/** The most calls that a state makes: those of an RFM report. */
const CALLS: Readonly<Record<UsualState, number>> = {
  PlanReport: 2,
  ComputeReport: 19,
  PublishReport: 8,
  FailReport: 2,
  NotifyReceiver: 2,
};
/**
 * How Step Functions reports the lost worker: retried, caught, caught; or nothing, because the execution is lost with
 * it.
 */
const DEATHS = ['Lambda.ServiceException', 'Sandbox.Timedout', 'Runtime.ExitError', undefined] as const;

/** Reading orders is most of a report's calls: half of the crashes are at its last three. */
function callOf(random: Random, state: UsualState): number {
  const calls = CALLS[state];
  return random() < 0.5 ? 1 + below(random, calls) : Math.max(1, calls - below(random, 3));
}

/** The first `undisturbed` invocations of each state succeed. */
function deathsFor(random: Random, undisturbed: number): Mishaps {
  const state = STATES[below(random, STATES.length)] ?? 'ComputeReport';
  const times = 1 + below(random, 4);
  const deathAs = DEATHS[below(random, DEATHS.length)];
  const death = (): Mishap => {
    const when: When = random() < 0.5 ? 'before' : 'after';
    return { kind: 'faults', plan: dieAt(callOf(random, state), when), deathAs };
  };
  return (invoked, nth) => {
    if (invoked === state && (state === 'FailReport' || nth > undisturbed)) {
      const isDue = nth <= times + (state === 'FailReport' ? 0 : undisturbed);
      return isDue ? death() : undefined;
    }
    // Only a report that cannot be computed reaches Fail.
    if (state === 'FailReport' && invoked === 'ComputeReport' && nth > undisturbed)
      return { kind: 'error', name: 'Error' };
    return undefined;
  };
}

export const crashedReports: Drill = {
  name: 'report-crash',
  about: 'a state of the report workflow killed repeatedly, before and after each of its calls',
  run: (seed, engines) =>
    inReportRun(
      seed,
      engines,
      ({ random }) => ({ mishaps: deathsFor(random, UNDISTURBED) }),
      async (run) => {
        await addOrders(run);
        const { template, reportId: like } = await undisturbed(run);
        const asked = new Map<string, { like: string }>();
        const die = dieAt(1 + below(run.random, 4), run.random() < 0.5 ? 'before' : 'after');
        for (const plan of [undefined, die]) {
          const id = await run.ask({ template, webhook_url: run.receiver.url }, plan);
          if (id !== undefined) asked.set(id, { like });
          await run.untilIdle();
        }
        await letEnd(run);
        return checkReports(run, asked);
      },
    ),
};
