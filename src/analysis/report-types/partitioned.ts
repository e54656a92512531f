// A report on more orders than one function holds: they are cut into partitions, and its analysis is a sequence of
// passes. In each pass every partition is looked at on its own, by a function of its own, and what is found is joined. One
// function that holds all orders has one partition, and packs nothing: columns are packed where they travel between functions.

import type { Kind } from '../../contract/report-types/report-type.ts';
import type { DateRange } from '../../contract/settings/settings.ts';
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { PartitionKey } from '../partitions/cut-orders.ts';
import type { PartColumns, WholeDataset } from '../partitions/part-columns.ts';
import type { Analysis, AnalysisDeps } from './analysis.ts';

export interface Part {
  /** From 0. */
  readonly index: number;
  /** Decodes the orders: to be called once, and only if nothing was kept. */
  orders(): PartColumns;
  /** What an earlier pass has kept of this partition; undefined before. */
  readonly kept: UnpackedColumns | undefined;
  /** The blocks that were sent to this partition, in their sequence: each as every partition has sent it, in theirs. */
  received(): Iterable<readonly Uint8Array[]>;
}

export interface PartResult {
  /** For the join of this pass. */
  readonly found: UnpackedColumns;
  /** For later passes over the same partition, instead of its orders or what was kept before. */
  readonly kept?: UnpackedColumns | undefined;
  /**
   * Blocks for other partitions: block b goes to partition b modulo their number, of which there are as many from every
   * partition. Each may be stored before the next one is made. They are received in the pass whose join before asks for it.
   */
  readonly sent?: Iterable<Uint8Array> | undefined;
}

/** What a join hands to all partitions of the next pass, and which pass of its analysis that is. */
export interface KnownPass {
  readonly stage: string;
  readonly columns: UnpackedColumns;
}
/** Undefined before the first join. */
export type Known = KnownPass | undefined;

/** Which of the `stages` of an analysis a pass is. Throws for one that another version of the analysis named. */
export function getStage<S extends string>(known: Known, stages: readonly S[], first: S): S {
  if (known === undefined) return first;
  const stage = stages.find((name) => name === known.stage);
  if (stage === undefined)
    throw new Error(`expected one of the passes ${stages.join(', ')}, got ${known.stage}`);
  return stage;
}

export interface PartJoin<K extends Kind> {
  /** What a pass found in each partition, in their sequence; each may be dropped afterwards. */
  add(found: UnpackedColumns): void;
  /** Another pass, or the report. */
  end(deps: AnalysisDeps): AnotherPass | { readonly analysis: Analysis<K> };
}

interface AnotherPass {
  readonly known: KnownPass;
  /** Whether its partitions take what was sent to them. */
  readonly receives?: boolean | undefined;
}

/** In a pass that is not the first. */
export function getKnownColumns(known: Known): UnpackedColumns {
  if (known === undefined) throw new Error('nothing is known in the first pass');
  return known.columns;
}

/** How a type's reports are computed. The same input gives the same columns: a function that runs twice does no harm. */
export interface ReportTypeAnalysis<K extends Kind> {
  /** The days whose orders the analysis looks at: others need not be in its columns. Undefined: all of the dataset's. */
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

/** The analysis of orders that one function holds. */
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
