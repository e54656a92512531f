// Moves between segments as a drawing; the table below it has the same numbers.
import { Flow } from '../../report-parts/charts/flow.ts';
import type { Move } from '../../report-parts/charts/flow-bands.ts';
import { number, texts } from '../app/words/language.ts';
import { placeName } from './segment-names.ts';

export function SegmentFlow({ migration }: { readonly migration: readonly Move[] }) {
  const { changes: said } = texts();
  return (
    <figure>
      <Flow label={said.flow} migration={migration} words={said} name={placeName} number={number} />
    </figure>
  );
}
