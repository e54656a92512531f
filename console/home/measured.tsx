// What contacting audiences has changed so far, by the newest report of each.
import type { EffectReport } from '../../client/src/index.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { number, percent } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';

export function Measured({ effects }: { readonly effects: readonly EffectReport[] }) {
  const said = homeTexts().effect;
  if (effects.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <ul class="plain">
        {effects.map((report) => (
          <li key={report.report_id}>
            {said.of(report.name, lineOf(report))}{' '}
            <To place={{ view: 'report', id: report.report_id }}>{said.show}</To>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** „+3.1 % [-0.4, 6.8] orders, not yet decided, 12 days to go“. */
function lineOf({ effect }: EffectReport): string {
  const said = homeTexts().effect;
  if (effect === null) return '';
  const { verdict, days_to_go, measures } = effect;
  const found = measures.find(({ decides }) => decides);
  const lift = found?.lift ?? null;
  const isSaid = found !== undefined && lift !== null && !['not_begun', 'too_few'].includes(verdict);
  const end = (limit: number | null) => (limit === null ? '…' : number(100 * limit, 1));
  return [
    ...(isSaid
      ? [
          `${lift > 0 ? '+' : ''}${percent(lift, 1)} [${end(found.lift_interval.lower)}, ${end(found.lift_interval.upper)}] ${said.measure[found.measure]}`,
        ]
      : []),
    said.verdict[verdict],
    ...(days_to_go > 0 ? [said.toGo(days_to_go, number(days_to_go))] : []),
  ].join(', ');
}
