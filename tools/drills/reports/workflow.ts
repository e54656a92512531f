// Runs the report workflow under faults: its states are killed, run twice, and stopped.
import { draw, drawBelow, type Random } from '../../harness/random/random.ts';
import { generateOrders } from '../ingest/arbitrary-orders.ts';
import { deliver } from '../ingest/delivery.ts';
import { planDeath, runOutOfTurn, stallAt, type When } from '../ingest/faults.ts';
import type { Drill } from '../ingest/run.ts';
import { addOrders, checkReports, letEnd, runUndisturbed, UNDISTURBED } from './invariants.ts';
import { type Mishap, type Mishaps, playInReportRun, STATES } from './run.ts';

// Crashes a state of the workflow before or after one of its calls, to S3 or the tables, once or several times. Step
// Functions receives a crash, a retryable error, or nothing.
type UsualState = (typeof STATES)[number];

/** The most calls of a state: those of an RFM report. */
const CALLS: Readonly<Record<UsualState, number>> = {
  PlanReport: 2,
  ComputeReport: 19,
  PublishReport: 8,
  FailReport: 2,
  NotifyReceiver: 2,
};
/**
 * How Step Functions reports the lost worker: retried, caught, caught; or not at all, because the execution is lost
 * with it.
 */
const DEATHS = ['Lambda.ServiceException', 'Sandbox.Timedout', 'Runtime.ExitError', undefined] as const;

/** Draws the call to crash at. Most of a report's calls read orders: half of the crashes are at its last three. */
function drawCall(random: Random, state: UsualState): number {
  const calls = CALLS[state];
  return random() < 0.5 ? 1 + drawBelow(random, calls) : Math.max(1, calls - drawBelow(random, 3));
}

/** Plans deaths after the first `undisturbed` invocations of each state, which succeed. */
function planDeaths(random: Random, undisturbed: number): Mishaps {
  const state = STATES[drawBelow(random, STATES.length)] ?? 'ComputeReport';
  const times = 1 + drawBelow(random, 4);
  const deathAs = DEATHS[drawBelow(random, DEATHS.length)];
  const drawDeath = (): Mishap => {
    const when: When = random() < 0.5 ? 'before' : 'after';
    return { kind: 'faults', plan: planDeath(drawCall(random, state), when), deathAs };
  };
  return (invoked, nth) => {
    if (invoked === state && (state === 'FailReport' || nth > undisturbed)) {
      const isDue = nth <= times + (state === 'FailReport' ? 0 : undisturbed);
      return isDue ? drawDeath() : undefined;
    }
    // Fail is only reached by a report that cannot be computed.
    if (state === 'FailReport' && invoked === 'ComputeReport' && nth > undisturbed)
      return { kind: 'error', name: 'Error' };
    return undefined;
  };
}

export const crashedReports: Drill = {
  name: 'report-crash',
  about: 'a state of the report workflow killed repeatedly, before and after each of its calls',
  run: (seed, engines) =>
    playInReportRun(
      seed,
      engines,
      ({ random }) => ({ mishaps: planDeaths(random, UNDISTURBED) }),
      async (run) => {
        await addOrders(run);
        const { template, reportId: like } = await runUndisturbed(run);
        const asked = new Map<string, { like: string }>();
        const die = planDeath(1 + drawBelow(run.random, 4), run.random() < 0.5 ? 'before' : 'after');
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

// Two executions of one report at once, two workers of one state, and an import in between, interleaved by the seed. In
// some runs, the second execution reads newer orders and ends while the first one is about to store its body. A
// finished report that a client has read never changes.
export const reportsTwice: Drill = {
  name: 'report-twice',
  about: 'two executions of one report and two workers of its states at once, orders changing in between',
  run: (seed, engines) => {
    // Bodies of the finished report that readers got.
    const bodies = new Set<string>();
    let read: () => Promise<void> = async () => undefined;
    const isOvertaken = seed % 4 === 1;
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const storesLast = stallAt(
      ({ command }) => command === 'PutObjectCommand',
      async () => {
        hold();
        await runOutOfTurn(async () => {
          while (bodies.size === 0) await new Promise((resolve) => setTimeout(resolve, 2));
        });
      },
    );
    return playInReportRun(
      seed,
      engines,
      ({ random }) => ({
        mishaps(state, nth) {
          if (nth <= UNDISTURBED) return undefined;
          if (!isOvertaken) return random() < 0.5 ? { kind: 'twice' } : undefined;
          const isFirst = state === 'PublishReport' && nth === UNDISTURBED + 1;
          return isFirst ? { kind: 'faults', plan: storesLast, deathAs: undefined } : undefined;
        },
        behaviour: (response, call) => response.writeHead(call < 3 ? 503 : 200).end(),
        onDone: () => read(),
      }),
      async (run) => {
        const isChanging = seed % 4 !== 0;
        await addOrders(run);
        const { template, reportId: like } = await runUndisturbed(run);
        const id = await run.ask({ template, webhook_url: run.receiver.url });
        if (id === undefined) return ['the request died'];
        read = async () => {
          const { deliveries, ...body } = await run.read(id);
          if (body.status !== 'Processing') bodies.add(JSON.stringify(body));
        };
        const ref = { account_id: run.accountId, report_id: id };
        const more = isChanging
          ? await run.addImport(draw(run.random, generateOrders(12, 12)), 20)
          : undefined;
        await run.workflow.start(ref, 1);
        if (isOvertaken) {
          await isHeld;
          if (more !== undefined) await deliver(run, more.messages);
        }
        await Promise.all([run.startAnother(id), !isOvertaken && more && deliver(run, more.messages)]);
        await letEnd(run);
        await read();
        const wrong = bodies.size === 1 ? [] : [`its reader saw ${bodies.size} different ends`];
        const asked = new Map([[id, { like: isChanging ? undefined : like }]]);
        return [...wrong, ...(await checkReports(run, asked))];
      },
    );
  },
};

// The execution is stopped at each of its states: before, during and after the state's work; the next workflow run may
// be stopped as well. The reconciler completes every report, and its receiver is notified.
const WHEN = ['before', 'during', 'after'] as const;

/** Plans all states and moments in turn by seed. */
function planStops(seed: number, times: number): Mishaps {
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
    playInReportRun(
      seed,
      engines,
      ({ random }) => {
        const refusals = drawBelow(random, 4);
        return {
          mishaps: planStops(seed, 1 + drawBelow(random, 2)),
          behaviour: (response, call) => response.writeHead(call <= refusals ? 503 : 200).end(),
        };
      },
      async (run) => {
        await addOrders(run);
        const { template, reportId: like } = await runUndisturbed(run);
        const id = await run.ask({ template, webhook_url: run.receiver.url });
        if (id === undefined) return ['the request crashed'];
        await letEnd(run);
        return checkReports(run, new Map([[id, { like }]]));
      },
    ),
};
