// The reports of an account that are being generated, and those that wait: one item with a set of ids for
// each. Report ids are ULIDs, so that waiting reports proceed in the order of their requests. Every write can
// be repeated.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isConflict, waitWithJitter } from '../aws/dynamodb-errors.ts';
import { type Change, getItem, updateIf } from '../aws/items.ts';
import { toReportSlotsKey } from '../tables/service-table.ts';
import type { ReportKey } from './report-item.ts';

const ids = v.optional(v.instance(Set<string>));
const slotsItem = v.optional(v.object({ computing: ids, waiting: ids }), {});

export interface ReportSlots {
  readonly computing: readonly string[];
  /** Ids, in the order of their requests. */
  readonly waiting: readonly string[];
}

const MAX_ATTEMPTS = 8;

function parseSlots(item: unknown): ReportSlots {
  const { computing = [], waiting = [] } = v.parse(slotsItem, item);
  return { computing: [...computing], waiting: [...waiting].sort() };
}

export function createReportSlots(db: DynamoDBDocumentClient, tableName: string) {
  /** Undefined when the condition does not hold. */
  async function update(accountId: string, change: Change): Promise<ReportSlots | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { met, item } = await updateIf(db, tableName, toReportSlotsKey(accountId), change, {
          ReturnValues: 'ALL_NEW',
        });
        return met ? parseSlots(item) : undefined;
      } catch (error) {
        if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw error;
        await waitWithJitter(attempt);
      }
    }
  }

  return {
    async read(accountId: string): Promise<ReportSlots> {
      return parseSlots(await getItem(db, tableName, toReportSlotsKey(accountId), slotsItem));
    },

    /**
     * Gives a slot to a report if it has one already, or while fewer than `limit` have one and no report
     * waits. Returns false otherwise.
     */
    async occupyAtOnce({ accountId, reportId }: ReportKey, limit: number): Promise<boolean> {
      const taken = await update(accountId, {
        add: { computing: new Set([reportId]) },
        condition:
          'contains(computing, :id) OR attribute_not_exists(waiting) AND (attribute_not_exists(computing) OR size(computing) < :limit)',
        values: { id: reportId, limit },
      });
      return taken !== undefined;
    },

    /** Adds a report to the waiting ones. Undefined if it has a slot already. */
    line: ({ accountId, reportId }: ReportKey): Promise<ReportSlots | undefined> =>
      update(accountId, {
        add: { waiting: new Set([reportId]) },
        condition: 'NOT contains(computing, :id)',
        values: { id: reportId },
      }),

    /**
     * Gives a slot to a waiting report. `seen`: the slots and the line in which it was its turn. Returns
     * false if they have changed since: another report may have taken the slot, or an older one may have
     * joined the line.
     */
    async occupy({ accountId, reportId }: ReportKey, seen: ReportSlots): Promise<boolean> {
      const isNoneComputing = seen.computing.length === 0;
      const taken = await update(accountId, {
        add: { computing: new Set([reportId]) },
        subtract: { waiting: new Set([reportId]) },
        condition: `waiting = :waiting AND ${isNoneComputing ? 'attribute_not_exists(computing)' : 'computing = :computing'}`,
        values: { waiting: new Set(seen.waiting), computing: new Set(seen.computing) },
      });
      return taken !== undefined;
    },

    /** Removes reports that have ended from both sets. */
    async free(accountId: string, reportIds: readonly string[]): Promise<void> {
      await update(accountId, {
        subtract: { computing: new Set(reportIds), waiting: new Set(reportIds) },
      });
    },
  };
}
export type ReportSlotStore = ReturnType<typeof createReportSlots>;
