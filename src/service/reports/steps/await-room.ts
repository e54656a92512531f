// Bounds the reports of all accounts together: the read throughput of a table is limited, and a thousand
// reports that read at once would all reach the timeout of their functions. The others follow in the order in
// which their accounts had room for them. Reports that end without freeing their place (their workflow was
// stopped) lose it to waiting ones.
import type { WaitForRoom } from '../../../contract/messages/workflow.ts';
import type { ReportKey } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import type { StageLine, StageLineStore } from '../stage-line.ts';

export interface RoomDeps {
  readonly reports: Pick<ReportStore, 'get' | 'noteProgress'>;
  readonly line: StageLineStore;
  /** Reports of all accounts together that may be computed at the same time. */
  readonly computingReports: number;
  readonly clock: () => number;
}

const SHORTEST_WAIT_S = 1;
const LONGEST_WAIT_S = 300;
/**
 * If the line has not moved for this time although there is room, those ahead will not start: their workflows
 * were stopped.
 */
const PATIENCE_MS = 60_000;
/** Number of first waiting reports that check whether the computing ones have ended. */
const CARETAKERS = 3;

/**
 * Undefined: the report has taken a free place. Otherwise returns when to check again; `waited`: the previous
 * result.
 */
export async function awaitRoom(
  deps: RoomDeps,
  key: ReportKey,
  waited: WaitForRoom | undefined,
): Promise<WaitForRoom | undefined> {
  const { line, computingReports: limit, clock } = deps;
  if (waited === undefined && (await line.startAtOnce(key, limit, clock()))) return undefined;
  const ticket = waited?.ticket ?? (await line.takeTicket());
  const seen = await line.read();
  if (
    seen.computing.some(({ accountId, reportId }) => accountId === key.accountId && reportId === key.reportId)
  )
    return undefined;
  const now = clock();
  const ahead = Math.max(0, ticket - seen.started - 1);
  const room = limit - seen.computing.length;
  const isStill = now - seen.movedAt >= PATIENCE_MS;
  if (room > 0) {
    if ((ahead < room || isStill) && (await line.start(key, ticket, seen, limit, now))) return undefined;
  } else if (isStill && ahead < CARETAKERS) await freeEnded(deps, seen.computing, now);
  const expected = now + (ahead + 1) * seen.paceMs;
  await deps.reports.noteProgress(key, {
    phase: 'queued',
    fraction: 0,
    place: ahead + 1,
    ...(seen.paceMs > 0 && { expected_start: new Date(expected).toISOString() }),
  });
  return { ticket, wait_seconds: waitFor(ahead, seen, now) };
}

async function freeEnded(
  { reports, line }: RoomDeps,
  computing: readonly ReportKey[],
  now: number,
): Promise<void> {
  const found = await Promise.all(computing.map((key) => reports.get(key)));
  const ended = computing.filter((_, at) => found[at]?.status !== 'Processing');
  if (ended.length > 0) await line.free(ended, now);
}

/**
 * Half of the time until the report's turn, so that it checks more often as its turn approaches; at least a
 * tenth of the time without movement, so that a workflow that waits for days stays far below the 25,000
 * events of an execution.
 */
function waitFor(ahead: number, { paceMs, movedAt }: StageLine, now: number): number {
  const seconds = Math.max((ahead + 1) * paceMs * 0.5, (now - movedAt) / 10) / 1_000;
  return Math.ceil(Math.min(LONGEST_WAIT_S, Math.max(SHORTEST_WAIT_S, seconds)));
}
