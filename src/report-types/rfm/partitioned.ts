// An RFM report in passes over partitions of the customers: the edges between scores follow from all customers, and the
// segment of a customer, whose products are summed, from the edges.
import { packColumns, type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import type { PartColumns, WholeDataset } from '../../core/partitions/part-columns.ts';
import { triedPlaces } from '../../core/prediction/histories.ts';
import { type ScoreThresholds, scoreThresholds } from '../../core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../core/rfm/customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import { customerPasses, keptOf } from '../customer-passes.ts';
import { bytesOf, type Known, type PartJoin, type PartResult } from '../partitioned.ts';
import { leastSpendIn } from '../scope-pass.ts';
import { analysisOf, hasWholeHistories } from './analyse.ts';
import type { RfmKind } from './definition.ts';
import { FiguresJoin, joinedFigures } from './joined-source.ts';
import { figureColumns, packFigures, packKept, placeColumn } from './part-figures.ts';

export const partitionedRfm = customerPasses<RfmKind, 'scores' | 'figures'>(
  ['scores', 'figures'],
  {
    scores: {
      inPart: (part, { settings, reference, known }) =>
        scoresInPart(part.orders(), settings, reference, leastSpendIn(known)),
      join: ({ whole }) => joinOfScores(whole),
    },
    figures: {
      inPart: (part, { whole, known }) => ({
        found: packFigures(
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
    found: packColumns({ ...placeColumn(columns, selected), ...figureColumns(selected) }),
    kept: packKept(columns, selected, { reference, predicts }),
  };
}

function packKnown({ recency, frequency, monetary }: ScoreThresholds, tried: ArrayLike<number>): Uint8Array {
  const doubles = (values: ArrayLike<number>) =>
    ({ kind: 'doubles', values: Float64Array.from(values) }) as const;
  return packColumns({
    tried: doubles(tried),
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

function triedIn(known: Known): ReadonlySet<number> {
  return new Set(unpackColumns(bytesOf(known)).doubles('tried'));
}

function joinOfScores({ scale }: WholeDataset): PartJoin<RfmKind> {
  const parts: UnpackedColumns[] = [];
  return {
    add: (found) => parts.push(unpackColumns(found)),
    end() {
      const rows = JoinedRows.byPartition(parts, 'recency');
      const thresholds = scoreThresholds(joinedFigures(rows, scale));
      const bytes = packKnown(thresholds, triedPlaces(rows.numbers('place')));
      return { known: { stage: 'figures', bytes } };
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
