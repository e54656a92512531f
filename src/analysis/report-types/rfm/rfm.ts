// Computes an RFM report in passes over parts of the customers, or over one part with all of them: the edges between
// scores depend on all customers, and the edges determine the segment of a customer, whose products are summed.
import type { RfmKind } from '../../../contract/report-types/rfm/definition.ts';
import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { holdColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import type { PartColumns, WholeDataset } from '../../partitions/part-columns.ts';
import { pickTriedPlaces } from '../../prediction/histories.ts';
import type { ServedModel } from '../../recommendations/served-model.ts';
import { computeScoreThresholds, type ScoreThresholds } from '../../rfm/customer-scores.ts';
import { selectRfmCustomers } from '../../rfm/customers.ts';
import { createCustomerPasses, getKept, readLeastSpend } from '../customer-passes.ts';
import { getKnownColumns, type Known, type PartJoin, type PartResult } from '../partitioned.ts';
import { canForecast, createRfmAnalysis } from './analyse.ts';
import { FiguresJoin, joinFigures } from './joined-source.ts';
import { findFigures, packFigures, packKept, packPlaces } from './part-figures.ts';

export const rfmAnalysis = createCustomerPasses<RfmKind, 'scores' | 'figures'>(
  ['scores', 'figures'],
  {
    scores: {
      inPart: (part, { settings, reference, known, model }) =>
        computeScoresInPart(part.orders(), settings, { reference, leastSpend: readLeastSpend(known), model }),
      join: ({ whole }) => joinOfScores(whole),
    },
    figures: {
      inPart: (part, { whole, known }) => ({
        found: findFigures(
          getKept(part),
          { thresholds: readThresholds(known), tried: readTried(known) },
          whole.scale,
        ),
      }),
      join: ({ settings, whole, reference, known }) =>
        joinOfFigures(settings, whole, { reference, thresholds: readThresholds(known) }),
    },
  },
  (settings) => createRfmAnalysis(undefined, undefined, settings),
);

interface PartDeps {
  readonly reference: number;
  readonly leastSpend: number | undefined;
  readonly model: ServedModel | undefined;
}

function computeScoresInPart(
  columns: PartColumns,
  settings: ReportSettings,
  { reference, leastSpend, model }: PartDeps,
): PartResult {
  const selected = selectRfmCustomers(columns, settings, reference, leastSpend);
  const predicts = canForecast(settings);
  return {
    found: holdColumns({ ...packPlaces(columns, selected), ...packFigures(selected) }),
    kept: packKept(columns, selected, { reference, predicts, model }),
  };
}

function packKnown(
  { recency, frequency, monetary }: ScoreThresholds,
  tried: ArrayLike<number>,
): UnpackedColumns {
  const toDoublesColumn = (values: ArrayLike<number>) => Float64Array.from(values);
  return holdColumns({
    tried: toDoublesColumn(tried),
    recency: toDoublesColumn(recency),
    frequency: toDoublesColumn(frequency),
    monetary: toDoublesColumn(monetary),
  });
}

function readThresholds(known: Known): ScoreThresholds {
  const columns = getKnownColumns(known);
  const readEdges = (name: string) => [...columns.doubles(name)];
  return {
    recency: readEdges('recency'),
    frequency: readEdges('frequency'),
    monetary: readEdges('monetary'),
  };
}

function readTried(known: Known): ReadonlySet<number> {
  return new Set(getKnownColumns(known).doubles('tried'));
}

function joinOfScores({ scale }: WholeDataset): PartJoin<RfmKind> {
  const parts: UnpackedColumns[] = [];
  return {
    add: (found) => parts.push(found),
    end() {
      const rows = JoinedRows.byPartition(parts, 'recency');
      const thresholds = computeScoreThresholds(joinFigures(rows, scale));
      const columns = packKnown(thresholds, pickTriedPlaces(rows.numbers('place')));
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
    end: () => ({ analysis: createRfmAnalysis(reference, figures.end(thresholds), settings) }),
  };
}
