// Keeps fairness between accounts: an account has a limited number of reports in progress, and its others
// wait in the order of their requests. A report that ended without freeing its slot (its workflow was
// stopped) loses it to the first waiting report. A report cancelled with its dataset keeps its slot while its
// computation may continue: the erasure waits for that.
import type { WaitForTurn } from '../../../contract/messages/workflow.ts';
import { isWrittenLate, type ReportItem, type ReportKey } from '../report-item.ts';
import type { ReportSlotStore, ReportSlots } from '../report-slots.ts';
import type { ReportStore } from '../reports.ts';

export interface TurnDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly slots: ReportSlotStore;
  readonly clock: () => number;
}

const SHORTEST_WAIT_S = 1;
const LONGEST_WAIT_S = 300;

/**
 * Undefined: it is the report's turn. Otherwise returns when to check again; `limit`: reports of the account
 * that may be generated at the same time; `waited`: the previous result.
 */
export async function awaitTurn(
  deps: TurnDeps,
  key: ReportKey,
  limit: number,
  waited: WaitForTurn | undefined,
): Promise<WaitForTurn | undefined> {
  if (waited === undefined && (await deps.slots.occupyAtOnce(key, limit))) return undefined;
  let slots = await deps.slots.line(key);
  while (slots !== undefined) {
    const ahead = slots.waiting.indexOf(key.reportId);
    if (slots.computing.length + ahead < limit) {
      if (await deps.slots.occupy(key, slots)) return undefined;
    } else if (!(await freeEnded(deps, key.accountId, slots, ahead, limit))) {
      return computeWait(ahead + 1, limit, waited, deps.clock());
    }
    slots = await deps.slots.line(key);
  }
  return undefined;
}

/** Frees the slots and places of reports that have ended; returns true if there were any. */
async function freeEnded(
  { reports, slots, clock }: TurnDeps,
  accountId: string,
  { computing, waiting }: ReportSlots,
  ahead: number,
  limit: number,
): Promise<boolean> {
  // The first waiting reports alone can block this one.
  const inTheWay = [...computing, ...waiting.slice(0, Math.min(ahead, limit))];
  const ended: string[] = [];
  for (const reportId of inTheWay) {
    const report = await reports.get({ accountId, reportId });
    const isComputed = computing.includes(reportId) && report !== undefined && isErased(report, clock());
    if (report?.status !== 'Processing' && !isComputed) ended.push(reportId);
  }
  if (ended.length > 0) await slots.free(accountId, ended);
  return ended.length > 0;
}

function isErased(report: ReportItem, now: number): boolean {
  return report.fail_reason_coded?.[0]?.code === 'report_dataset_erased' && isWrittenLate(report, now);
}

/**
 * A second for each round of reports ahead, about the time of a small report; behind long reports, a tenth of
 * the time that the report has spent at its place. A slot is idle for a tenth of the time at most, and a
 * workflow that waits for three days stays far below the 25,000 events of an execution.
 */
function computeWait(
  place: number,
  limit: number,
  waited: WaitForTurn | undefined,
  now: number,
): WaitForTurn {
  const since = waited?.place === place ? waited.since : now;
  const seconds = Math.max(place / limit, (now - since) / 10_000);
  const wait_seconds = Math.ceil(Math.min(LONGEST_WAIT_S, Math.max(SHORTEST_WAIT_S, seconds)));
  return { place, since, wait_seconds };
}
