// Computes a report of orders in partitions, all passes in one process: data between passes is packed, as between
// functions.

import { type UnpackedColumns, unpackColumns } from '../../src/analysis/extract/packed-columns.ts';
import type { PartColumns, WholeDataset } from '../../src/analysis/partitions/part-columns.ts';
import type { Analysis, AnalysisDeps } from '../../src/analysis/report-types/analysis.ts';
import type { Known, ReportTypeAnalysis } from '../../src/analysis/report-types/partitioned.ts';
import type { Kind } from '../../src/contract/report-types/report-type.ts';

/** `parts`: the orders of each partition. */
export function analyseInParts<K extends Kind>(
  { inPart, join }: ReportTypeAnalysis<K>,
  parts: readonly (() => PartColumns)[],
  settings: K['settings'],
  whole: WholeDataset,
  deps: AnalysisDeps = {},
): Analysis<K> {
  const kept = parts.map((): UnpackedColumns | undefined => undefined);
  const sent = parts.map((): readonly Uint8Array[] => []);
  let known: Known;
  let receives = false;
  for (;;) {
    const joined = join(settings, whole, known);
    for (const [at, orders] of parts.entries()) {
      const listReceived = () => {
        if (!receives) throw new Error('this pass receives nothing');
        return listBlocks(at, sent);
      };
      const result = inPart(
        { index: at, orders, kept: kept[at], received: listReceived },
        settings,
        whole,
        known,
        deps,
      );
      if (result.kept !== undefined) kept[at] = unpackColumns(result.kept.pack());
      if (result.sent !== undefined) sent[at] = [...result.sent];
      joined.add(unpackColumns(result.found.pack()));
    }
    const end = joined.end(deps);
    if ('analysis' in end) return end.analysis;
    known = { stage: end.known.stage, columns: unpackColumns(end.known.columns.pack()) };
    receives = end.receives === true;
  }
}

function* listBlocks(
  part: number,
  sent: readonly (readonly Uint8Array[])[],
): Generator<readonly Uint8Array[]> {
  const blocks = sent[0]?.length ?? 0;
  for (let block = part; block < blocks; block += sent.length)
    yield sent.map((of) => {
      const run = of[block];
      if (run === undefined) throw new Error(`a partition has sent no block ${block}`);
      return run;
    });
}
