// Limits the reports of all accounts that are computed at once, and orders the waiting ones: one item with
// the computing reports, and two counters. A report takes a ticket once its account has room for it, so an
// account has no more tickets than concurrent reports: the order of tickets is fair between accounts. Every
// write can be repeated.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { getItem, updateIf } from '../aws/items.ts';
import { type ServiceKey, STAGE_LINE_KEY } from '../tables/service-table.ts';
import type { ReportKey } from './report-item.ts';

const lineItem = v.object({
  computing: v.optional(v.instance(Set<string>), () => new Set<string>()),
  tickets: v.optional(v.number(), 0),
  started: v.optional(v.number(), 0),
  started_at: v.optional(v.number(), 0),
  moved_at: v.optional(v.number(), 0),
  pace_ms: v.optional(v.number(), 0),
});

export interface StageLine {
  readonly computing: readonly ReportKey[];
  /** The highest issued ticket. */
  readonly tickets: number;
  /** The highest ticket whose report was started. */
  readonly started: number;
  /** Epoch milliseconds at which the last report was started. */
  readonly startedAt: number;
  /** Epoch milliseconds at which the last report was started, or has freed its place. */
  readonly movedAt: number;
  /** Milliseconds from one start to the next while others wait. */
  readonly paceMs: number;
}

/** Weight of the newest start in the average. */
const NEWEST_SHARE = 0.2;
/** Longer gaps between starts have another cause and count as this long. */
const LONGEST_GAP_MS = 600_000;

const HAS_ROOM = '(attribute_not_exists(computing) OR size(computing) < :limit)';

const toName = ({ accountId, reportId }: ReportKey): string => `${accountId}#${reportId}`;

function parseName(name: string): ReportKey {
  const at = name.lastIndexOf('#');
  return { accountId: name.slice(0, at), reportId: name.slice(at + 1) };
}

/** `key`: of the item. */
export function createStageLine(
  db: DynamoDBDocumentClient,
  tableName: string,
  key: ServiceKey = STAGE_LINE_KEY,
) {
  return {
    async read(): Promise<StageLine> {
      const item = (await getItem(db, tableName, key, lineItem)) ?? v.parse(lineItem, {});
      const { computing, tickets, started, started_at, moved_at, pace_ms } = item;
      return {
        computing: [...computing].map(parseName),
        tickets,
        started,
        startedAt: started_at,
        movedAt: moved_at,
        paceMs: pace_ms,
      };
    },

    /** Starts a report if there is room and none waits. Returns false otherwise. */
    async startAtOnce(report: ReportKey, limit: number, now: number): Promise<boolean> {
      const { met } = await updateIf(db, tableName, key, {
        add: { computing: new Set([toName(report)]), tickets: 1, started: 1 },
        set: { started_at: now, moved_at: now },
        condition: `(attribute_not_exists(tickets) OR started = tickets) AND ${HAS_ROOM}`,
        values: { limit },
      });
      return met;
    },

    /** Takes the next ticket. An unused ticket does not delay others for long. */
    async takeTicket(): Promise<number> {
      const { item } = await updateIf(
        db,
        tableName,
        key,
        { add: { tickets: 1, started: 0 } },
        { ReturnValues: 'UPDATED_NEW' },
      );
      return v.parse(v.object({ tickets: v.number() }), item).tickets;
    },

    /**
     * Starts a report that has a ticket. `seen`: the line in which it was its turn. Returns false if the line
     * has changed since.
     */
    async start(
      report: ReportKey,
      ticket: number,
      seen: StageLine,
      limit: number,
      now: number,
    ): Promise<boolean> {
      const gap = Math.min(LONGEST_GAP_MS, now - seen.startedAt);
      const pace = seen.paceMs === 0 ? gap : (1 - NEWEST_SHARE) * seen.paceMs + NEWEST_SHARE * gap;
      const { met } = await updateIf(db, tableName, key, {
        add: { computing: new Set([toName(report)]) },
        set: {
          started: Math.max(seen.started, ticket),
          started_at: now,
          moved_at: now,
          pace_ms: Math.round(pace),
        },
        condition: `started = :started AND ${HAS_ROOM}`,
        values: { started: seen.started, limit },
      });
      return met;
    },

    /** Frees the places of reports that have ended. */
    async free(reports: readonly ReportKey[], now: number): Promise<void> {
      await updateIf(db, tableName, key, {
        subtract: { computing: new Set(reports.map(toName)) },
        set: { moved_at: now },
      });
    },
  };
}
export type StageLineStore = ReturnType<typeof createStageLine>;
