// Two reports of a type that has no comparison of its own: the facts of both.
import { summaryFacts } from '../../report-parts/generic.ts';
import { Scroll } from '../../report-parts/table.ts';
import { workTexts } from '../app/work-texts.ts';
import { written } from '../reports/generic-report.tsx';
import { pairs, type TwoReports } from './comparison.ts';

export function CompareFacts({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  const rows = pairs(summaryFacts(before, written), summaryFacts(now, written), ([label]) => label);
  return (
    <section class="card">
      <h2>{said.figures}</h2>
      <Scroll label={said.figures}>
        <table>
          <thead>
            <tr>
              {[said.figure, said.before, said.now].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td class="n">{row.before?.[1]}</td>
                <td class="n">{row.now?.[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
