// The figures of an effect report: each measure in both arms, or what a plan says of it.
import type { FinishedReport } from '../../client/src/index.ts';
import { Facts } from '../../report-parts/table.ts';
import { shownEffect } from '../../report-parts/tables/effect.ts';
import { ShownTables } from '../../report-parts/tables/table-cards.ts';
import { sayOf } from '../app/words/say.ts';

export function Effect({ report }: { readonly report: FinishedReport }) {
  if (report.report_type !== 'EFFECT') return null;
  const { facts, tables, none } = shownEffect(report, sayOf(report));
  if (none !== undefined) return <p class="card">{none}</p>;
  return (
    <>
      {facts.length > 0 && <Facts facts={facts} />}
      <ShownTables tables={tables} />
    </>
  );
}
