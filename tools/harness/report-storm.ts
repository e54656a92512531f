// Many accounts that want a report at the same moment, in simulated time: the steps of the workflow that decide who waits
// are the service's own, on a line and slots in memory; reading is a table's throughput that those who read share.
import type { WaitForRoom, WaitForTurn } from '../../src/contract/messages/workflow.ts';
import type { ReportKey } from '../../src/service/reports/report-item.ts';
import type { ReportSlotStore } from '../../src/service/reports/report-slots.ts';
import type { StageLine, StageLineStore } from '../../src/service/reports/stage-line.ts';
import { awaitRoom } from '../../src/service/reports/steps/await-room.ts';
import { awaitTurn } from '../../src/service/reports/steps/await-turn.ts';
import { reportItem } from './report-item.ts';

export interface StormReport {
  readonly accountId: string;
  readonly lines: number;
  /** Its workflow is stopped as soon as it has waited once, or got a place. */
  readonly isStopped?: boolean;
}

export interface Storm {
  readonly reports: readonly StormReport[];
  readonly computingReports: number;
  readonly concurrentReports: number;
  /** Of the table, a second. */
  readonly readUnits: number;
}

export interface StormResult {
  readonly finished: number;
  readonly timedOut: number;
  readonly seconds: number;
  /** Of those that finished: seconds from the request to the start. */
  readonly waits: readonly number[];
  readonly mostAtOnce: number;
  /** How often the plan step ran for the report that asked most often. */
  readonly mostPlans: number;
  /** Accounts in the order in which their reports were started. */
  readonly order: readonly string[];
}

const UNITS_PER_LINE = 0.03;
/** One function reads no faster: 3 µs a line. */
const FASTEST_UNITS = 10_000;
const MS_PER_LINE = 0.002;
const TIMEOUT_MS = 15 * 60_000;
const RECONCILED_MS = 5 * 60_000;

interface Run extends ReportKey {
  readonly lines: number;
  readonly isStopped: boolean;
  plans: number;
  startedAt: number;
  unitsLeft: number;
  isOver: boolean;
}

export async function simulateStorm(storm: Storm): Promise<StormResult> {
  let now = 1_000_000;
  const began = now;
  const due: { at: number; act: () => Promise<void> }[] = [];
  const after = (ms: number, act: () => Promise<void>): void => void due.push({ at: now + ms, act });
  const runs = storm.reports.map(
    ({ accountId, lines, isStopped = false }, at): Run => ({
      accountId,
      reportId: String(at).padStart(6, '0'),
      lines,
      isStopped,
      plans: 0,
      startedAt: 0,
      unitsLeft: lines * UNITS_PER_LINE,
      isOver: false,
    }),
  );
  const byId = new Map(runs.map((run) => [run.reportId, run]));
  const line = lineInMemory();
  const slots = slotsInMemory();
  const deps = {
    reports: {
      get: async ({ reportId }: ReportKey) =>
        reportItem({ report_id: reportId, status: byId.get(reportId)?.isOver ? 'Failed' : 'Processing' }),
      noteProgress: async () => undefined,
    },
    line,
    slots,
    computingReports: storm.computingReports,
    clock: () => now,
  };
  const reading = new Set<Run>();
  const result = { finished: 0, timedOut: 0, waits: [] as number[], mostAtOnce: 0, order: [] as string[] };

  function end(run: Run): Promise<void> {
    run.isOver = true;
    return Promise.all([slots.free(run.accountId, [run.reportId]), line.free([run], now)]).then(
      () => undefined,
    );
  }

  async function plan(run: Run, waited?: WaitForTurn | WaitForRoom): Promise<void> {
    run.plans++;
    const forRoom = waited !== undefined && 'ticket' in waited ? waited : undefined;
    const forTurn = waited !== undefined && 'place' in waited ? waited : undefined;
    const waiting =
      (forRoom === undefined ? await awaitTurn(deps, run, storm.concurrentReports, forTurn) : undefined) ??
      (await awaitRoom(deps, run, forRoom));
    if (run.isStopped) {
      // Nothing of it runs any more; the reconciler fails it.
      after(RECONCILED_MS, async () => {
        run.isOver = true;
      });
      return;
    }
    if (waiting !== undefined) return after(waiting.wait_seconds * 1_000, () => plan(run, waiting));
    run.startedAt = now;
    result.order.push(run.accountId);
    result.waits.push((now - began) / 1_000);
    reading.add(run);
    result.mostAtOnce = Math.max(result.mostAtOnce, reading.size);
  }

  for (const run of runs) after(0, () => plan(run));
  while (due.length > 0 || reading.size > 0) {
    const rate = Math.min(FASTEST_UNITS, storm.readUnits / Math.max(1, reading.size)) / 1_000;
    let next = due.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
    for (const run of reading) next = Math.min(next, now + run.unitsLeft / rate, run.startedAt + TIMEOUT_MS);
    const passed = next - now;
    now = next;
    for (const run of [...reading]) {
      run.unitsLeft -= passed * rate;
      const isOut = now - run.startedAt >= TIMEOUT_MS;
      if (run.unitsLeft > 1e-6 && !isOut) continue;
      reading.delete(run);
      if (isOut) result.timedOut++;
      else result.finished++;
      after(isOut ? 0 : run.lines * MS_PER_LINE, () => end(run));
    }
    for (const event of due.filter(({ at }) => at <= now)) {
      due.splice(due.indexOf(event), 1);
      await event.act();
    }
  }
  return {
    ...result,
    seconds: (now - began) / 1_000,
    mostPlans: Math.max(...runs.map(({ plans }) => plans)),
  };
}

function lineInMemory(): StageLineStore {
  const computing = new Map<string, ReportKey>();
  let state: Omit<StageLine, 'computing'> = { tickets: 0, started: 0, startedAt: 0, movedAt: 0, paceMs: 0 };
  return {
    read: async () => ({ ...state, computing: [...computing.values()] }),
    async startAtOnce(key, limit, now) {
      if (state.started !== state.tickets || computing.size >= limit) return false;
      computing.set(key.reportId, key);
      const tickets = state.tickets + 1;
      state = { ...state, tickets, started: tickets, startedAt: now, movedAt: now };
      return true;
    },
    async takeTicket() {
      state = { ...state, tickets: state.tickets + 1 };
      return state.tickets;
    },
    async start(key, ticket, seen, limit, now) {
      if (state.started !== seen.started || computing.size >= limit) return false;
      computing.set(key.reportId, key);
      const gap = now - state.startedAt;
      const paceMs = state.paceMs === 0 ? gap : 0.8 * state.paceMs + 0.2 * gap;
      state = { ...state, started: Math.max(state.started, ticket), startedAt: now, movedAt: now, paceMs };
      return true;
    },
    async free(keys, now) {
      for (const { reportId } of keys) computing.delete(reportId);
      state = { ...state, movedAt: now };
    },
  };
}

function slotsInMemory(): ReportSlotStore {
  const accounts = new Map<string, { computing: string[]; waiting: string[] }>();
  const of = (accountId: string) => {
    const known = accounts.get(accountId) ?? { computing: [], waiting: [] };
    accounts.set(accountId, known);
    return known;
  };
  return {
    read: async (accountId) => of(accountId),
    async occupyAtOnce({ accountId, reportId }, limit) {
      const { computing, waiting } = of(accountId);
      if (!computing.includes(reportId) && (waiting.length > 0 || computing.length >= limit)) return false;
      if (!computing.includes(reportId)) computing.push(reportId);
      return true;
    },
    async line({ accountId, reportId }) {
      const own = of(accountId);
      if (own.computing.includes(reportId)) return undefined;
      if (!own.waiting.includes(reportId)) own.waiting = [...own.waiting, reportId].sort();
      return { ...own };
    },
    async occupy({ accountId, reportId }) {
      const own = of(accountId);
      own.waiting = own.waiting.filter((id) => id !== reportId);
      own.computing = [...own.computing, reportId];
      return true;
    },
    async free(accountId, reportIds) {
      const own = of(accountId);
      own.computing = own.computing.filter((id) => !reportIds.includes(id));
      own.waiting = own.waiting.filter((id) => !reportIds.includes(id));
    },
  };
}
