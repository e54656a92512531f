// An RFM report in passes over parts of the customers, or over one part of them all: the edges between scores follow from all customers, and the
// segment of a customer, whose products are summed, from the edges.
import type { RfmKind } from '../../../contract/report-types/rfm/definition.ts';
import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { heldColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import type { PartColumns, WholeDataset } from '../../partitions/part-columns.ts';
import { triedPlaces } from '../../prediction/histories.ts';
import { type ScoreThresholds, scoreThresholds } from '../../rfm/customer-scores.ts';
import { rfmCustomers } from '../../rfm/customers.ts';
import { customerPasses, keptOf, leastSpendIn } from '../customer-passes.ts';
import { columnsOf, type Known, type PartJoin, type PartResult } from '../partitioned.ts';
import { analysisOf, hasWholeHistories } from './analyse.ts';
import { FiguresJoin, joinedFigures } from './joined-source.ts';
import { figureColumns, foundFigures, keptColumns, placeColumn } from './part-figures.ts';

export const rfmAnalysis = customerPasses<RfmKind, 'scores' | 'figures'>(
  ['scores', 'figures'],
  {
    scores: {
      inPart: (part, { settings, reference, known }) =>
        scoresInPart(part.orders(), settings, reference, leastSpendIn(known)),
      join: ({ whole }) => joinOfScores(whole),
    },
    figures: {
      inPart: (part, { whole, known }) => ({
        found: foundFigures(
          keptOf(part),
          { thresholds: thresholdsIn(known), tried: triedIn(known) },
          whole.scale,
        ),
      }),
      join: ({ settings, whole, reference, known }) =>
        joinOfFigures(settings, whole, { reference, thresholds: thresholdsIn(known) }),
    },
  },
  (settings) => analysisOf(undefined, undefined, settings),
);

function scoresInPart(
  columns: PartColumns,
  settings: ReportSettings,
  reference: number,
  leastSpend: number | undefined,
): PartResult {
  const selected = rfmCustomers(columns, settings, reference, leastSpend);
  const predicts = hasWholeHistories(settings);
  return {
    found: heldColumns({ ...placeColumn(columns, selected), ...figureColumns(selected) }),
    kept: keptColumns(columns, selected, { reference, predicts }),
  };
}

function knownColumns(
  { recency, frequency, monetary }: ScoreThresholds,
  tried: ArrayLike<number>,
): UnpackedColumns {
  const doubles = (values: ArrayLike<number>) => Float64Array.from(values);
  return heldColumns({
    tried: doubles(tried),
    recency: doubles(recency),
    frequency: doubles(frequency),
    monetary: doubles(monetary),
  });
}

function thresholdsIn(known: Known): ScoreThresholds {
  const columns = columnsOf(known);
  const edges = (name: string) => [...columns.doubles(name)];
  return { recency: edges('recency'), frequency: edges('frequency'), monetary: edges('monetary') };
}

function triedIn(known: Known): ReadonlySet<number> {
  return new Set(columnsOf(known).doubles('tried'));
}

function joinOfScores({ scale }: WholeDataset): PartJoin<RfmKind> {
  const parts: UnpackedColumns[] = [];
  return {
    add: (found) => parts.push(found),
    end() {
      const rows = JoinedRows.byPartition(parts, 'recency');
      const thresholds = scoreThresholds(joinedFigures(rows, scale));
      const columns = knownColumns(thresholds, triedPlaces(rows.numbers('place')));
      return { known: { stage: 'figures', columns } };
    },
  };
}

function joinOfFigures(
  settings: ReportSettings,
  whole: WholeDataset,
  { reference, thresholds }: { readonly reference: number; readonly thresholds: ScoreThresholds },
): PartJoin<RfmKind> {
  const figures = new FiguresJoin(whole);
  return {
    add: (found) => figures.add(found),
    end: () => ({ analysis: analysisOf(reference, figures.end(thresholds), settings) }),
  };
}
