// Retention of each cohort as a line, the newer the stronger its colour, and that of all of them as a thick one. A click on a line
// selects its cohort; the heat map, which has the same figures, does so by keyboard.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../client/src/index.ts';
import { shareTick } from '../../report-parts/charts/axes.ts';
import { type CohortCurves as Lines, retentionCurves } from '../../report-parts/charts/cohort-lines.ts';
import { Curves } from '../../report-parts/charts/curves.ts';
import { Legend } from '../../report-parts/legend.ts';
import { fill } from '../../report-parts/names.ts';
import { change } from '../app/address.ts';
import { number, percent, texts } from '../app/words/language.ts';

export interface CohortCurvesProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

export function CohortCurves({ report, selected }: CohortCurvesProps) {
  const { cohorts: said, charts } = texts();
  const lines = useMemo(() => retentionCurves(report), [report]);
  return (
    <CohortLines
      lines={lines}
      selected={selected}
      label={charts.curves}
      title={said.title}
      tick={shareTick(percent)}
      write={percent}
    />
  );
}

export interface CohortLinesProps {
  readonly lines: Lines;
  readonly selected: string | undefined;
  readonly label: string;
  readonly title: string;
  readonly tick: (value: number) => string;
  /** Of a point. */
  readonly write: (value: number) => string;
  readonly level?: number | undefined;
}

export function CohortLines({ lines, selected, label, title, tick, write, level }: CohortLinesProps) {
  const { cohorts: said, charts } = texts();
  if (lines.curves.length === 0) return null;
  const named = lines.curves.map((curve) => ({
    ...curve,
    hint: curve.key,
    class: curve.key === selected ? 'selected' : curve.class,
    select: () => change({ cohort: curve.key === selected ? undefined : curve.key }),
  }));
  // The one that is selected is drawn above the others.
  const ordered = named.toSorted((a, b) => Number(a.key === selected) - Number(b.key === selected));
  return (
    <figure>
      <Curves
        label={label}
        curves={[...ordered, lines.average]}
        x={{ ...lines.x, title: charts.periods }}
        y={{ scale: lines.y, title }}
        write={tick}
        level={level}
        hintOf={([period, value, customers = 0], { key }) =>
          fill(charts.point, {
            name: key === lines.average.key ? charts.average : key,
            period: number(period),
            value: write(value),
            people: fill(said.people, { count: customers, shown: number(customers) }),
          })
        }
      />
      <figcaption>
        <Legend
          steps={[
            ['s1', charts.oldest],
            ['s5', charts.newest],
            ...(lines.curves.some(({ class: name }) => name === 'truncated')
              ? [['truncated', charts.truncated] as const]
              : []),
            ...(lines.average.points.length > 0 ? [['average', charts.average] as const] : []),
            ...(selected === undefined ? [] : [['selected', `${said.cohort} ${selected}`] as const]),
          ]}
        />
        <p class="muted">{charts.curvesHint}</p>
      </figcaption>
    </figure>
  );
}
