// What changed between the newest reports and those before them.
import { fill } from '../../report-parts/names.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { day, number, time } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';
import type { NewestReports } from './actions.ts';

export function SinceBefore({ newest: { RFM, MBA } }: { readonly newest: NewestReports }) {
  const said = homeTexts().since;
  const growth = RFM?.ai_strategic_insights?.growth ?? null;
  const counts = MBA?.changes?.rules?.counts;
  const lines = [
    ...(RFM === undefined || growth === null
      ? []
      : [
          {
            report: RFM,
            text: fill(said.customers, {
              moved: number(growth.customers_moved),
              joined: number(growth.customers_new),
              gone: number(growth.customers_gone),
            }),
          },
        ]),
    ...(MBA === undefined || counts === undefined
      ? []
      : [
          {
            report: MBA,
            text: fill(said.rules, { appeared: number(counts.appeared), vanished: number(counts.vanished) }),
          },
        ]),
  ];
  if (lines.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <ul class="plain">
        {lines.map(({ report: { report_id, name, changes }, text }) => (
          <li key={report_id}>
            <To place={{ view: 'report', id: report_id }}>{name}</To>{' '}
            <span class="muted">{since(changes?.compared_with)}</span>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );

  function since(
    earlier:
      | { readonly created_at: string; readonly reference_date?: string | null | undefined }
      | null
      | undefined,
  ): string {
    if (earlier === null || earlier === undefined) return '';
    return typeof earlier.reference_date === 'string'
      ? fill(said.day, { day: day(earlier.reference_date) })
      : fill(said.day, { day: time(earlier.created_at) });
  }
}
