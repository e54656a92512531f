// Finds imports that were accepted before a report and have not completed when it is its turn: the report
// names them in a note, or waits for them if its request says so.
import { decodeTime } from 'ulid';
import type { ImportsInProgressAtStart, WaitForImports } from '../../../contract/messages/workflow.ts';
import { LONGEST_WAIT_FOR_IMPORTS_MINUTES } from '../../../contract/schema/limits.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { ImportsInProgress } from '../../orders/imports-in-progress.ts';
import type { ReportItem } from '../report-item.ts';

export interface AwaitImportsDeps {
  readonly importsInProgress: ImportsInProgress;
  readonly clock: () => number;
}

/** An import takes seconds; one that takes a day is blocked by a failure that the operator is alerted to. */
const LOOK_BACK_MS = 24 * 3_600_000;
const LONGEST_MS = LONGEST_WAIT_FOR_IMPORTS_MINUTES * 60_000;
const LONGEST_PAUSE_S = 60;
const NAMED = 5;

/**
 * Undefined: none of the imports is in progress, or the report has waited for as long as it may. Otherwise
 * returns when to check again: after a tenth of the time since the request, which is 100 times at most.
 * `waited`: the previous result.
 */
export async function awaitImports(
  deps: AwaitImportsDeps,
  report: ReportItem,
  waited: WaitForImports | undefined,
): Promise<WaitForImports | undefined> {
  const now = deps.clock();
  const requested = Date.parse(report.created_at);
  const left = requested + LONGEST_MS - now;
  if (left <= 0) return undefined;
  const [oldest] = await listInProgress(deps, report, waited?.imports_since);
  if (oldest === undefined) return undefined;
  const pause = Math.min(LONGEST_PAUSE_S, left / 1_000, Math.max(1, (now - requested) / 10_000));
  // No older import can be in progress again: the next read begins there.
  return { imports_since: decodeTime(oldest), wait_seconds: Math.ceil(pause) };
}

/** Undefined if none is in progress. */
export async function findImportsAtStart(
  deps: AwaitImportsDeps,
  report: ReportItem,
): Promise<ImportsInProgressAtStart | undefined> {
  const ids = await listInProgress(deps, report);
  return ids.length === 0 ? undefined : { count: ids.length, first: ids.slice(0, NAMED) };
}

function listInProgress({ importsInProgress }: AwaitImportsDeps, report: ReportItem, since?: number) {
  // The clock may be behind the ids of the imports.
  const until = report.last_accepted ?? Date.parse(report.created_at);
  const from = since ?? until - LOOK_BACK_MS;
  return importsInProgress.list(report.account_id, report.dataset_id, { from, until });
}

/** `hasWaited`: the report was requested with `wait_for_imports`. */
export function describeImports(
  imports: ImportsInProgressAtStart | undefined,
  hasWaited: boolean,
): Sentence[] {
  if (imports === undefined) return [];
  return [
    say('imports_in_progress', {
      imports: imports.count,
      ids: imports.first,
      waited_minutes: hasWaited ? LONGEST_WAIT_FOR_IMPORTS_MINUTES : null,
    }),
  ];
}
