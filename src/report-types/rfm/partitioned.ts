// An RFM report in passes over partitions of the customers: the edges between scores follow from all customers, and the
// segment of a customer, whose products are summed, from the edges.
import { referenceDay } from '../../core/baskets/window.ts';
import { packColumns, type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import type { PartColumns, WholeDataset } from '../../core/partitions/part-columns.ts';
import { type ScoreThresholds, scoreThresholds } from '../../core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../core/rfm/customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import {
  bytesOf,
  type Known,
  type PartitionedAnalysis,
  type PartJoin,
  type PartResult,
  stageOf,
} from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analysisOf, hasWholeHistories } from './analyse.ts';
import type { RfmKind } from './definition.ts';
import { FiguresJoin, joinedFigures } from './joined-source.ts';
import { figureColumns, packFigures, packKept } from './part-figures.ts';

export const partitionedRfm: PartitionedAnalysis<RfmKind> = {
  partitionBy: () => 'customer',
  inPart(part, settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) return { found: new Uint8Array(0) };
    switch (stageIn(known, settings)) {
      case 'spends':
        return { found: packSpends(part.orders()) };
      case 'scores':
        return scoresInPart(part.orders(), settings, reference, leastSpendIn(known));
      case 'figures':
        if (part.kept === undefined) throw new Error('the pass of the scores has kept nothing');
        return { found: packFigures(part.kept, thresholdsIn(known), whole.scale) };
    }
  },
  join(settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) {
      return { add: () => undefined, end: () => ({ analysis: analysisOf(undefined, undefined, settings) }) };
    }
    switch (stageIn(known, settings)) {
      case 'spends':
        return joinOfSpends('scores');
      case 'scores':
        return joinOfScores(whole);
      case 'figures':
        return joinOfFigures(settings, whole, { reference, thresholds: thresholdsIn(known) });
    }
  },
};

const stageIn = (known: Known, settings: ReportSettings) =>
  stageOf(known, ['spends', 'scores', 'figures'], needsScopePass(settings) ? 'spends' : 'scores');

function scoresInPart(
  columns: PartColumns,
  settings: ReportSettings,
  reference: number,
  leastSpend: number | undefined,
): PartResult {
  const selected = rfmCustomers(columns, settings, reference, leastSpend);
  const predicts = hasWholeHistories(settings);
  return { found: packColumns(figureColumns(selected)), kept: packKept({ columns, selected, predicts }) };
}

function packThresholds({ recency, frequency, monetary }: ScoreThresholds): Uint8Array {
  const doubles = (values: readonly number[]) =>
    ({ kind: 'doubles', values: Float64Array.from(values) }) as const;
  return packColumns({
    recency: doubles(recency),
    frequency: doubles(frequency),
    monetary: doubles(monetary),
  });
}

function thresholdsIn(known: Known): ScoreThresholds {
  const columns = unpackColumns(bytesOf(known));
  const edges = (name: string) => [...columns.doubles(name)];
  return { recency: edges('recency'), frequency: edges('frequency'), monetary: edges('monetary') };
}

function joinOfScores({ scale }: WholeDataset): PartJoin<RfmKind> {
  const parts: UnpackedColumns[] = [];
  return {
    add: (found) => parts.push(unpackColumns(found)),
    end() {
      const figures = joinedFigures(JoinedRows.byPartition(parts, 'recency'), scale);
      return { known: { stage: 'figures', bytes: packThresholds(scoreThresholds(figures)) } };
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
