// A replenishment report in passes over partitions of the customers: how long a product lasts follows from all its buyers, and
// who is due to buy it from that.
import { referenceDay } from '../../core/baskets/window.ts';
import { type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import { bytesOf, type Known, type PartitionedAnalysis, type PartJoin, stageOf } from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analysisOf } from './analyse.ts';
import type { ReplenishmentKind } from './definition.ts';
import { joinedSource, joinedTable, packDue, packTable, spellsInPart, unpackTable } from './part-spells.ts';

export const partitionedReplenishment: PartitionedAnalysis<ReplenishmentKind> = {
  partitionBy: () => 'customer',
  inPart(part, settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) return { found: new Uint8Array(0) };
    switch (stageIn(known, settings)) {
      case 'spends':
        return { found: packSpends(part.orders()) };
      case 'products':
        return spellsInPart(part.orders(), settings, reference, leastSpendIn(known));
      case 'due':
        if (part.kept === undefined) throw new Error('the pass of the products has kept nothing');
        return { found: packDue(part.kept, unpackTable(bytesOf(known)), reference) };
    }
  },
  join(settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) {
      return { add: () => undefined, end: () => ({ analysis: analysisOf(undefined, undefined, settings) }) };
    }
    switch (stageIn(known, settings)) {
      case 'spends':
        return joinOfSpends('products');
      case 'products':
        return joinOfProducts();
      case 'due': {
        const found: Uint8Array[] = [];
        const table = unpackTable(bytesOf(known));
        return {
          add: (part) => found.push(part),
          end: () => ({ analysis: analysisOf(reference, joinedSource(found, table, whole.scale), settings) }),
        };
      }
    }
  },
};

const stageIn = (known: Known, settings: ReportSettings) =>
  stageOf(known, ['spends', 'products', 'due'], needsScopePass(settings) ? 'spends' : 'products');

function joinOfProducts(): PartJoin<ReplenishmentKind> {
  const found: UnpackedColumns[] = [];
  return {
    add: (part) => found.push(unpackColumns(part)),
    end: () => ({ known: { stage: 'due', bytes: packTable(joinedTable(found)) } }),
  };
}
