// Draws the figures of some days as tiles, each with its definition and beside those of earlier days.
import { fill } from '../../../packages/report-parts/names.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatMoney, formatNumber, formatPercent, formatSigned } from '../app/words/language.ts';
import { computeChange, type DayFigures, FIGURES, type FigureName } from './compared-days.ts';

interface DayFiguresProps {
  readonly figures: DayFigures;
  /** Earlier days, with their name in a sentence. */
  readonly earlier: readonly (readonly [name: string, figures: DayFigures])[];
  readonly currency: string | null | undefined;
  /** Share of all customers with two orders or more, in place of the returning share. */
  readonly repeatRate?: number | undefined;
}

export function FigureTiles({ figures, earlier, currency, repeatRate }: DayFiguresProps) {
  const said = getHomeTexts().overview;
  const write = (name: FigureName, value: number): string => formatFigure(name, value, currency);
  return (
    <dl class="facts">
      {FIGURES.map((name) => {
        const isRepeat = name === 'returning' && repeatRate !== undefined;
        const text = said.figure[isRepeat ? 'repeat' : name];
        const value = isRepeat ? repeatRate : figures[name];
        return (
          <div key={name}>
            <dt>
              <Explained title={text.title} means={text.means} />
            </dt>
            <dd>{value === null ? '–' : write(name, value)}</dd>
            {value === null && name === 'returning' && <dd class="before">{said.tooEarly}</dd>}
            {earlier.map(([when, before]) => {
              const was = before[name];
              if (was === null || isRepeat) return null;
              const change = computeChange(name, figures, before);
              const parts = { value: write(name, was), when };
              return (
                <dd key={when} class="before">
                  {change === undefined
                    ? fill(said.was, parts)
                    : fill(said.change, { ...parts, change: formatSigned(change, 'percent') })}
                </dd>
              );
            })}
          </div>
        );
      })}
    </dl>
  );
}

function formatFigure(name: FigureName, value: number, currency: string | null | undefined): string {
  if (name === 'returning') return formatPercent(value, 0);
  return name === 'revenue' || name === 'average' ? formatMoney(value, currency) : formatNumber(value);
}

/** A title whose definition opens behind an i. */
function Explained({ title, means }: { readonly title: string; readonly means: string }) {
  return (
    <details class="explained">
      <summary>
        {`${title}\u00A0`}
        <span aria-hidden="true">i</span>
      </summary>
      {means}
    </details>
  );
}
