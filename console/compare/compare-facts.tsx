// The facts of two reports, before and now, and how much each figure changed.
import { shownOf } from '../../report-parts/tables/shown-report.ts';
import { percent } from '../app/words/language.ts';
import { sayOf } from '../app/words/say.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Figures } from '../parts/figures.tsx';
import { NONE, points, withSign } from './compared-figures.tsx';
import { type Pair, pairs, type TwoReports } from './comparison.ts';

export function CompareFacts({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  const say = sayOf(now);
  const rows = pairs(shownOf(before, say).facts, shownOf(now, say).facts, ([name]) => name);
  return (
    <section class="card">
      <h2>{said.figures}</h2>
      <Figures
        label={said.figures}
        title={said.figure}
        rows={rows}
        name={({ name }) => name}
        columns={[
          [said.before, ({ before: fact }) => fact?.[1] ?? NONE],
          [said.now, ({ now: fact }) => fact?.[1] ?? NONE],
          [said.change, changeOf],
        ]}
      />
    </section>
  );
}

type Facts = ReturnType<typeof shownOf>['facts'];

function changeOf({ before, now }: Pair<Facts[number]>): string {
  const [was, is] = [before?.[2], now?.[2]];
  if (was === undefined || is === undefined) return NONE;
  return withSign(is.value - was.value, is.write === percent ? points : is.write);
}
