// Defines a report on more orders than one function holds: they are cut into partitions, and its analysis is a sequence
// of passes. In each pass, a function of its own analyses every partition, and the results are joined. One function
// that holds all orders has one partition, and packs nothing: columns are packed when they travel between functions.

import type { Kind } from '../../contract/report-types/report-type.ts';
import type { DateRange } from '../../contract/settings/settings.ts';
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { PartitionKey } from '../partitions/cut-orders.ts';
import type { PartColumns, WholeDataset } from '../partitions/part-columns.ts';
import type { Analysis, AnalysisDeps } from './analysis.ts';

export interface Part {
  /** Index of the partition, from 0. */
  readonly index: number;
  /** Decodes the orders. Call it once, and only if nothing was kept. */
  orders(): PartColumns;
  /** The columns that an earlier pass has kept of this partition; undefined before. */
  readonly kept: UnpackedColumns | undefined;
  /** The blocks sent to this partition, in their sequence: one copy per sending partition, in partition order. */
  received(): Iterable<readonly Uint8Array[]>;
}

export interface PartResult {
  /** The result for the join of this pass. */
  readonly found: UnpackedColumns;
  /** Columns for later passes over the same partition, instead of its orders or of the columns kept before. */
  readonly kept?: UnpackedColumns | undefined;
  /**
   * Blocks for other partitions: block b goes to partition b modulo their number; every partition sends the same number
   * of blocks. Each may be stored before the next one is made. They are received in the pass whose preceding join
   * requests it.
   */
  readonly sent?: Iterable<Uint8Array> | undefined;
}

/** The columns that a join passes to all partitions of the next pass, and the name of that pass. */
export interface KnownPass {
  readonly stage: string;
  readonly columns: UnpackedColumns;
}
/** Undefined before the first join. */
export type Known = KnownPass | undefined;

/** Returns the pass among the `stages` of an analysis. Throws for one that another version of the analysis named. */
export function getStage<S extends string>(known: Known, stages: readonly S[], first: S): S {
  if (known === undefined) return first;
  const stage = stages.find((name) => name === known.stage);
  if (stage === undefined)
    throw new Error(`expected one of the passes ${stages.join(', ')}, got ${known.stage}`);
  return stage;
}

export interface PartJoin<K extends Kind> {
  /** Adds the result of each partition, in their sequence; each may be dropped afterwards. */
  add(found: UnpackedColumns): void;
  /** Returns another pass, or the report. */
  end(deps: AnalysisDeps): AnotherPass | { readonly analysis: Analysis<K> };
}

interface AnotherPass {
  readonly known: KnownPass;
  /** Whether the partitions of the next pass receive the blocks that were sent to them. */
  readonly receives?: boolean | undefined;
}

/** The columns of the preceding join. Throws in the first pass. */
export function getKnownColumns(known: Known): UnpackedColumns {
  if (known === undefined) throw new Error('nothing is known in the first pass');
  return known.columns;
}

/**
 * Defines how a type's reports are computed. The same input gives the same columns, so that a function may run twice.
 */
export interface ReportTypeAnalysis<K extends Kind> {
  /** The days whose orders the analysis needs: its columns may omit others. Undefined: all days of the dataset. */
  daysNeeded(settings: K['settings']): DateRange | undefined;
  partitionBy(settings: K['settings']): PartitionKey;
  inPart(
    part: Part,
    settings: K['settings'],
    whole: WholeDataset,
    known: Known,
    deps: AnalysisDeps,
  ): PartResult;
  join(settings: K['settings'], whole: WholeDataset, known: Known): PartJoin<K>;
}

/** Analyses the orders that one function holds. */
export function analyseOrders<K extends Kind>(
  { inPart, join }: ReportTypeAnalysis<K>,
  columns: OrderColumns,
  settings: K['settings'],
  deps: AnalysisDeps = {},
): Analysis<K> {
  const { newestDate, orderCount: orders, lineCount: lines, customers, products } = columns;
  const places = {
    customerPlace: createPlaces(customers.length),
    productPlace: createPlaces(products.length),
  };
  const whole = { newestDate, scale: columns.lines.scale, orders, lines, parts: 1 };
  let kept: UnpackedColumns | undefined;
  let known: Known;
  for (;;) {
    const joined = join(settings, whole, known);
    const part = { index: 0, orders: () => ({ ...columns, ...places }), kept, received: () => [] };
    const result = inPart(part, settings, whole, known, deps);
    kept = result.kept ?? kept;
    joined.add(result.found);
    const end = joined.end(deps);
    if ('analysis' in end) return end.analysis;
    known = end.known;
  }
}

function createPlaces(count: number): Float64Array {
  return new Float64Array(count).map((_, at) => at);
}
