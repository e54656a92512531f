// Computes a replenishment report in passes over parts of the customers, or over one part with all of them: how long a
// product lasts depends on all its buyers, and who is due to buy it depends on that.
import type { ReplenishmentKind } from '../../../contract/report-types/replenishment/definition.ts';
import type { UnpackedColumns } from '../../extract/packed-columns.ts';
import { createCustomerPasses, createReportJoin, getKept, readLeastSpend } from '../customer-passes.ts';
import { getKnownColumns, type PartJoin } from '../partitioned.ts';
import { createReplenishmentAnalysis } from './analyse.ts';
import { gatherSpells } from './gather.ts';
import { mergeCustomers, mergeTable, packDue, packTable, readTable } from './merge.ts';

export const replenishmentAnalysis = createCustomerPasses<ReplenishmentKind, 'products' | 'due'>(
  ['products', 'due'],
  {
    products: {
      inPart: (part, { settings, reference, known, model }) =>
        gatherSpells(part.orders(), settings, reference, { leastSpend: readLeastSpend(known), model }),
      join: ({ whole, reference }) => joinOfProducts(reference, whole.lines),
    },
    due: {
      inPart: (part, { reference, known }) => ({
        found: packDue(getKept(part), readTable(getKnownColumns(known)), reference),
      }),
      join({ settings, whole, reference, known }) {
        const table = readTable(getKnownColumns(known));
        return createReportJoin((found) =>
          createReplenishmentAnalysis(reference, mergeCustomers(found, table, whole.scale), settings),
        );
      },
    },
  },
  (settings) => createReplenishmentAnalysis(undefined, undefined, settings),
);

function joinOfProducts(reference: number, lines: number): PartJoin<ReplenishmentKind> {
  const found: UnpackedColumns[] = [];
  return {
    add: (part) => found.push(part),
    end: () => ({ known: { stage: 'due', columns: packTable(mergeTable(found, reference, lines)) } }),
  };
}
