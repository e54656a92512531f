// Computes reports over partitions of the customers, as a sequence of named passes. If the scope needs it, a first pass
// finds the customers of high value, which depends on the spend of all customers.
import type { Kind } from '../../contract/report-types/report-type.ts';
import type { ReportSettings } from '../../contract/settings/settings.ts';
import { findHighValueSpend, listBuyerSpends } from '../baskets/scopes.ts';
import { findReferenceDay, getSelectionDays } from '../baskets/selection.ts';
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { JoinedRows } from '../partitions/joined-rows.ts';
import type { WholeDataset } from '../partitions/part-columns.ts';
import type { Analysis, AnalysisDeps } from './analysis.ts';
import {
  getStage,
  type Known,
  type Part,
  type PartJoin,
  type PartResult,
  type ReportTypeAnalysis,
} from './partitioned.ts';

interface InPass<K extends Kind> {
  readonly settings: K['settings'];
  readonly whole: WholeDataset;
  /** The day from which ages are counted. */
  readonly reference: number;
  readonly known: Known;
}

export interface CustomerPass<K extends Kind> {
  inPart(part: Part, of: InPass<K> & Pick<AnalysisDeps, 'model'>): PartResult;
  join(of: InPass<K>): PartJoin<K>;
}

/**
 * `stages`: the first one comes first; a join names that of the next pass. `undated`: the analysis if nothing has a
 * date to measure against.
 */
export function createCustomerPasses<K extends Kind, S extends string>(
  stages: readonly [S, ...S[]],
  passes: Readonly<Record<S, CustomerPass<K>>>,
  undated: (settings: K['settings']) => Analysis<K>,
  days: ReportTypeAnalysis<K>['daysNeeded'] = getSelectionDays,
): ReportTypeAnalysis<K> {
  const [first] = stages;
  const stageIn = (known: Known, settings: K['settings']) =>
    getStage<S | 'spends'>(known, ['spends', ...stages], needsScopePass(settings) ? 'spends' : first);
  return {
    daysNeeded: days,
    partitionBy: () => 'customer',
    inPart(part, settings, whole, known, { model }) {
      const reference = findReferenceDay(whole, settings.dateRange);
      if (reference === undefined) return { found: holdColumns({}) };
      const stage = stageIn(known, settings);
      if (stage === 'spends') return { found: packSpends(part.orders()) };
      return passes[stage].inPart(part, { settings, whole, reference, known, model });
    },
    join(settings, whole, known) {
      const reference = findReferenceDay(whole, settings.dateRange);
      if (reference === undefined)
        return { add: () => undefined, end: () => ({ analysis: undated(settings) }) };
      const stage = stageIn(known, settings);
      return stage === 'spends'
        ? createSpendsJoin(first)
        : passes[stage].join({ settings, whole, reference, known });
    },
  };
}

/** The columns that an earlier pass kept. Throws if there are none. */
export function getKept({ kept }: Part): UnpackedColumns {
  if (kept === undefined) throw new Error('the pass before has kept nothing');
  return kept;
}

/** The last join: creates a report from everything that its pass found. */
export function createReportJoin<K extends Kind>(
  report: (found: readonly UnpackedColumns[]) => Analysis<K>,
): PartJoin<K> {
  const found: UnpackedColumns[] = [];
  return { add: (part) => found.push(part), end: () => ({ analysis: report(found) }) };
}

/** Whether the report needs the pass. Its orders are cut by customer. */
export function needsScopePass({ customerScope }: Pick<ReportSettings, 'customerScope'>): boolean {
  return customerScope === 'high_value';
}

/** Packs the spends of a partition's customers with a purchase. */
export function packSpends(columns: OrderColumns): UnpackedColumns {
  return holdColumns({ spends: listBuyerSpends(columns) });
}

/** The join of the pass: computes the least spend of a customer of high value for the next pass. */
export function createSpendsJoin<K extends Kind>(next: string): PartJoin<K> {
  const found: UnpackedColumns[] = [];
  return {
    add: (spends) => found.push(spends),
    end() {
      const leastSpend = findHighValueSpend(JoinedRows.byPartition(found, 'spends').numbers('spends'));
      const columns = holdColumns({ leastSpend: Float64Array.of(leastSpend) });
      return { known: { stage: next, columns } };
    },
  };
}

/** The result of the previous pass; undefined in the first pass. */
export function readLeastSpend(known: Known): number | undefined {
  return known?.columns.doubles('leastSpend')[0];
}
