// Retention of each cohort as a line, the newer the stronger its colour, and that of all of them as a thick one. A click on a line
// selects its cohort; the heat map, which has the same figures, does so by keyboard.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../client/src/index.ts';
import { retentionCurves } from '../../report-parts/charts/cohort-lines.ts';
import { Curves } from '../../report-parts/charts/curves.ts';
import { Legend } from '../../report-parts/legend.ts';
import { change } from '../app/address.ts';
import { percent, texts } from '../app/language.ts';

export interface CohortCurvesProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

export function CohortCurves({ report, selected }: CohortCurvesProps) {
  const { cohorts: said, charts } = texts();
  const found = useMemo(() => retentionCurves(report), [report]);
  if (found.curves.length === 0) return null;
  const named = found.curves.map((curve) => ({
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
        label={charts.curves}
        curves={[...ordered, found.average]}
        x={{ ...found.x, title: charts.periods }}
        y={{ scale: found.y, title: said.title }}
        percent={percent}
      />
      <figcaption>
        <Legend
          steps={[
            ['s1', charts.oldest],
            ['s5', charts.newest],
            ['average', charts.average],
            ...(selected === undefined ? [] : [['selected', `${said.cohort} ${selected}`] as const]),
          ]}
        />
        <p class="muted">{charts.curvesHint}</p>
      </figcaption>
    </figure>
  );
}
