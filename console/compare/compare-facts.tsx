// Two reports of a type that has no comparison of its own: the facts of both.
import { numeric, Table } from '../../report-parts/table.ts';
import { summaryFacts } from '../../report-parts/tables/lists.ts';
import { number } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { pairs, type TwoReports } from './comparison.ts';

export function CompareFacts({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  const rows = pairs(summaryFacts(before, { number }), summaryFacts(now, { number }), ([label]) => label);
  return (
    <section class="card">
      <h2>{said.figures}</h2>
      <Table
        caption={said.figures}
        columns={[{ title: said.figure }, ...[said.before, said.now].map(numeric)]}
        rows={rows.map(({ name, before: left, now: right }) => [name, left?.[1], right?.[1]])}
      />
    </section>
  );
}
