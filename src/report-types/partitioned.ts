// A report on more orders than one function holds: they are cut into partitions, and its analysis is a sequence of
// passes. In each pass every partition is looked at on its own, by a function of its own, and what is found is joined. The
// report is the same, byte for byte, as the one that `analyse` makes of all orders at once.
import type { PartitionKey } from '../core/partitions/cut-orders.ts';
import type { PartColumns, WholeDataset } from '../core/partitions/part-columns.ts';
import type { Analysis, AnalysisDeps, Kind } from './analysis.ts';

export interface Part {
  /** Decodes the orders: to be called once, and only if nothing was kept. */
  orders(): PartColumns;
  /** What an earlier pass has kept of this partition; undefined before. */
  readonly kept: Uint8Array | undefined;
}

export interface PartResult {
  /** For the join of this pass. */
  readonly found: Uint8Array;
  /** For later passes over the same partition, instead of its orders or what was kept before. */
  readonly kept?: Uint8Array | undefined;
}

/** What is known between two passes: bytes that all partitions are handed. Undefined before the first join. */
export type Known = Uint8Array | undefined;

export interface PartJoin<K extends Kind> {
  /** What a pass found in each partition, in their sequence; each may be dropped afterwards. */
  add(found: Uint8Array): void;
  /** Bytes for another pass, or the report. */
  end(deps: AnalysisDeps): { readonly known: Uint8Array } | { readonly analysis: Analysis<K> };
}

/** All of it gives the same bytes for the same input: a function that runs twice does no harm. */
export interface PartitionedAnalysis<K extends Kind> {
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

/** All passes in this process. `parts`: the orders of each partition. */
export function analyseInParts<K extends Kind>(
  { inPart, join }: PartitionedAnalysis<K>,
  parts: readonly (() => PartColumns)[],
  settings: K['settings'],
  whole: WholeDataset,
  deps: AnalysisDeps = {},
): Analysis<K> {
  const kept = parts.map((): Uint8Array | undefined => undefined);
  let known: Known;
  for (;;) {
    const joined = join(settings, whole, known);
    for (const [at, orders] of parts.entries()) {
      const result = inPart({ orders, kept: kept[at] }, settings, whole, known, deps);
      kept[at] = result.kept ?? kept[at];
      joined.add(result.found);
    }
    const end = joined.end(deps);
    if ('analysis' in end) return end.analysis;
    known = end.known;
  }
}
