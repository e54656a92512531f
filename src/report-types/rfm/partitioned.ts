// An RFM report in passes over partitions of the customers: the edges between scores follow from all customers, and the
// segment of a customer, whose products are summed, from the edges.
import { referenceDay } from '../../core/baskets/window.ts';
import { packColumns, type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import type { WholeDataset } from '../../core/partitions/part-columns.ts';
import { type ScoreThresholds, scoreThresholds } from '../../core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../core/rfm/customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import type { Known, PartitionedAnalysis, PartJoin } from '../partitioned.ts';
import { joinOfSpends, leastSpendColumn, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analysisOf, hasWholeHistories } from './analyse.ts';
import type { RfmKind } from './definition.ts';
import { FiguresJoin, joinedFigures } from './joined-source.ts';
import { figureColumns, packFigures, packKept } from './part-figures.ts';

export const partitionedRfm: PartitionedAnalysis<RfmKind> = {
  partitionBy: () => 'customer',
  inPart(part, settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) return { found: new Uint8Array(0) };
    const [leastSpend, thresholds] = [leastSpendIn(known), thresholdsIn(known)];
    if (thresholds !== undefined) {
      if (part.kept === undefined) throw new Error('the pass of the scores has kept nothing');
      return { found: packFigures(part.kept, thresholds, whole.scale) };
    }
    const columns = part.orders();
    if (needsScopePass(settings) && leastSpend === undefined) return { found: packSpends(columns) };
    const selected = rfmCustomers(columns, settings, reference, leastSpend);
    const predicts = hasWholeHistories(settings);
    return {
      found: packColumns(figureColumns(selected)),
      kept: packKept({ columns, selected, predicts }),
    };
  },
  join(settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) {
      return { add: () => undefined, end: () => ({ analysis: analysisOf(undefined, undefined, settings) }) };
    }
    const [leastSpend, thresholds] = [leastSpendIn(known), thresholdsIn(known)];
    if (needsScopePass(settings) && leastSpend === undefined) return joinOfSpends();
    if (thresholds === undefined) return joinOfScores(whole, leastSpend);
    return joinOfFigures(settings, whole, { reference, thresholds });
  },
};

function packThresholds({ recency, frequency, monetary }: ScoreThresholds, leastSpend: number | undefined) {
  const doubles = (values: readonly number[]) =>
    ({ kind: 'doubles', values: Float64Array.from(values) }) as const;
  return packColumns({
    ...leastSpendColumn(leastSpend),
    recency: doubles(recency),
    frequency: doubles(frequency),
    monetary: doubles(monetary),
  });
}

function thresholdsIn(known: Known): ScoreThresholds | undefined {
  const columns = known && unpackColumns(known);
  if (!columns?.has('recency')) return undefined;
  const edges = (name: string) => [...columns.doubles(name)];
  return { recency: edges('recency'), frequency: edges('frequency'), monetary: edges('monetary') };
}

function joinOfScores({ scale }: WholeDataset, leastSpend: number | undefined): PartJoin<RfmKind> {
  const parts: UnpackedColumns[] = [];
  return {
    add: (found) => parts.push(unpackColumns(found)),
    end() {
      const figures = joinedFigures(JoinedRows.byPartition(parts, 'recency'), scale);
      return { known: packThresholds(scoreThresholds(figures), leastSpend) };
    },
  };
}

function joinOfFigures(
  settings: ReportSettings,
  { scale }: WholeDataset,
  { reference, thresholds }: { readonly reference: number; readonly thresholds: ScoreThresholds },
): PartJoin<RfmKind> {
  const figures = new FiguresJoin(scale);
  return {
    add: (found) => figures.add(found),
    end: () => ({ analysis: analysisOf(reference, figures.end(thresholds), settings) }),
  };
}
