// A report of a type that has no view of its own: its facts and lists, as the API calls them.
import type { FinishedReport } from '../../client/src/index.ts';
import { Facts } from '../../report-parts/table.ts';
import { listsOf, summaryFacts } from '../../report-parts/tables/lists.ts';
import { ShownTables } from '../../report-parts/tables/table-cards.ts';
import { number } from '../app/words/language.ts';

export function GenericReport({ report }: { readonly report: FinishedReport }) {
  return (
    <>
      <Facts facts={summaryFacts(report, { number })} />
      <ShownTables tables={listsOf(report, { number })} />
    </>
  );
}
