// Figures before and now, and how much they changed.
import { fill } from '../../report-parts/names.ts';
import { number } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Figures } from '../parts/figures.tsx';

interface ComparedFigure {
  readonly name: string;
  readonly before: number | null | undefined;
  readonly now: number | null | undefined;
  readonly shown: (value: number) => string;
  /** Of a share: its change is in points, not in percent. */
  readonly isShare?: boolean;
}

export interface ComparedFiguresProps {
  readonly label: string;
  /** Of the column of names. */
  readonly title: string;
  readonly figures: readonly ComparedFigure[];
}

export const NONE = '–';

export function ComparedFigures({ label, title, figures }: ComparedFiguresProps) {
  const { compare: said } = workTexts();
  return (
    <Figures
      label={label}
      title={title}
      rows={figures}
      name={({ name }) => name}
      columns={[
        [said.before, ({ before, shown }) => orNone(before, shown)],
        [said.now, ({ now, shown }) => orNone(now, shown)],
        [said.change, ({ before, now, shown, isShare }) => changeOf(before, now, isShare ? points : shown)],
      ]}
    />
  );
}

/** A card of its own, named as the figures are. */
export function ComparedCard(props: ComparedFiguresProps) {
  return (
    <section class="card">
      <h2>{props.label}</h2>
      <ComparedFigures {...props} />
    </section>
  );
}

function orNone(value: number | null | undefined, shown: (value: number) => string): string {
  return value === null || value === undefined ? NONE : shown(value);
}

type Figure = number | null | undefined;

function changeOf(before: Figure, now: Figure, shown: (value: number) => string): string {
  if (before === null || before === undefined || now === null || now === undefined) return NONE;
  return withSign(now - before, shown);
}

/** A difference of shares. `withSign` adds the plus. */
export function points(change: number): string {
  return fill(workTexts().compare.points, { shown: number(100 * change, 2) });
}

/** `shown` writes the minus of what fell. */
export function withSign(change: number, shown: (value: number) => string): string {
  return change > 0 ? `+${shown(change)}` : shown(change);
}

export const whole = (value: number): string => number(value);
