// A replenishment report in passes over partitions of the customers: how long a product lasts follows from all its buyers, and
// who is due to buy it from that.
import { type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { customerPasses, joinOfAll, keptOf } from '../customer-passes.ts';
import { bytesOf, type PartJoin } from '../partitioned.ts';
import { leastSpendIn } from '../scope-pass.ts';
import { analysisOf } from './analyse.ts';
import type { ReplenishmentKind } from './definition.ts';
import { joinedSource, joinedTable, packDue, packTable, spellsInPart, unpackTable } from './part-spells.ts';

export const partitionedReplenishment = customerPasses<ReplenishmentKind, 'products' | 'due'>(
  ['products', 'due'],
  {
    products: {
      inPart: (part, { settings, reference, known }) =>
        spellsInPart(part.orders(), settings, reference, leastSpendIn(known)),
      join: ({ whole, reference }) => joinOfProducts(reference, whole.lines),
    },
    due: {
      inPart: (part, { reference, known }) => ({
        found: packDue(keptOf(part), unpackTable(bytesOf(known)), reference),
      }),
      join({ settings, whole, reference, known }) {
        const table = unpackTable(bytesOf(known));
        return joinOfAll((found) => analysisOf(reference, joinedSource(found, table, whole.scale), settings));
      },
    },
  },
  (settings) => analysisOf(undefined, undefined, settings),
);

function joinOfProducts(reference: number, lines: number): PartJoin<ReplenishmentKind> {
  const found: UnpackedColumns[] = [];
  return {
    add: (part) => found.push(unpackColumns(part)),
    end: () => ({ known: { stage: 'due', bytes: packTable(joinedTable(found, reference, lines)) } }),
  };
}
