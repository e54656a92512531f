// A replenishment report in passes over parts of the customers, or over one part of them all: how long a product lasts follows from all its buyers, and
// who is due to buy it from that.
import type { ReplenishmentKind } from '../../../contract/report-types/replenishment/definition.ts';
import type { UnpackedColumns } from '../../extract/packed-columns.ts';
import { customerPasses, joinOfAll, keptOf, leastSpendIn } from '../customer-passes.ts';
import { columnsOf, type PartJoin } from '../partitioned.ts';
import { analysisOf } from './analyse.ts';
import { gatherSpells } from './gather.ts';
import { dueColumns, mergeCustomers, mergeTable, tableColumns, tableIn } from './merge.ts';

export const replenishmentAnalysis = customerPasses<ReplenishmentKind, 'products' | 'due'>(
  ['products', 'due'],
  {
    products: {
      inPart: (part, { settings, reference, known }) =>
        gatherSpells(part.orders(), settings, reference, leastSpendIn(known)),
      join: ({ whole, reference }) => joinOfProducts(reference, whole.lines),
    },
    due: {
      inPart: (part, { reference, known }) => ({
        found: dueColumns(keptOf(part), tableIn(columnsOf(known)), reference),
      }),
      join({ settings, whole, reference, known }) {
        const table = tableIn(columnsOf(known));
        return joinOfAll((found) =>
          analysisOf(reference, mergeCustomers(found, table, whole.scale), settings),
        );
      },
    },
  },
  (settings) => analysisOf(undefined, undefined, settings),
);

function joinOfProducts(reference: number, lines: number): PartJoin<ReplenishmentKind> {
  const found: UnpackedColumns[] = [];
  return {
    add: (part) => found.push(part),
    end: () => ({ known: { stage: 'due', columns: tableColumns(mergeTable(found, reference, lines)) } }),
  };
}
