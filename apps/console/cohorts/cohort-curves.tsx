// Draws the retention of each cohort as a line, in a stronger colour the newer it is, and the average of all as a thick
// line. A click on a line selects its cohort; the heat map, which has the same figures, does so by keyboard.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../../packages/client/src/index.ts';
import { shareTick } from '../../../packages/report-parts/charts/axes.ts';
import {
  createRetentionCurves,
  groupCurves,
  type CohortCurveData as Lines,
} from '../../../packages/report-parts/charts/cohort-lines.ts';
import { Curves } from '../../../packages/report-parts/charts/curves.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Legend } from '../../../packages/report-parts/ramp.ts';
import { pickSignificantGroups } from '../../../src/analysis/cohorts/order-groups.ts';
import { change } from '../app/address.ts';
import { formatNumber, formatPercent, getTexts } from '../app/words/language.ts';

interface CohortCurvesProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

export function CohortCurves({ report, selected }: CohortCurvesProps) {
  const { cohorts: said, charts } = getTexts();
  const lines = useMemo(() => createRetentionCurves(report), [report]);
  return (
    <CohortLines
      lines={lines}
      selected={selected}
      label={charts.curves}
      title={said.title}
      tick={shareTick(formatPercent)}
      write={formatPercent}
    />
  );
}

interface CohortLinesProps {
  readonly lines: Lines;
  readonly selected: string | undefined;
  readonly label: string;
  readonly title: string;
  readonly tick: (value: number) => string;
  /** Formats the value of a point. */
  readonly write: (value: number) => string;
  readonly level?: number | undefined;
}

export function CohortLines({ lines, selected, label, title, tick, write, level }: CohortLinesProps) {
  const { cohorts: said, charts } = getTexts();
  if (lines.curves.length === 0) return null;
  const named = lines.curves.map((curve) => ({
    ...curve,
    hint: curve.key,
    class: curve.key === selected ? 'selected' : curve.class,
    select: () => change({ cohort: curve.key === selected ? undefined : curve.key }),
  }));
  // The selected line is drawn above the others.
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
        describePoint={([period, value, customers = 0], { key }) =>
          fill(charts.point, {
            name: key === lines.average.key ? charts.average : key,
            period: formatNumber(period),
            value: write(value),
            people: fill(said.people, { count: customers, shown: formatNumber(customers) }),
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

// Compares customers by their first order: curves of some groups. An association, not a cause.

export function CohortGroups({ report }: { readonly report: CohortReport }) {
  const { cohorts: said, charts } = getTexts();
  const { groups = [], group_test: test } = report;
  const named = useMemo(
    () => new Set(pickSignificantGroups(groups, test?.p_value ?? null).map(({ group }) => group)),
    [groups, test],
  );
  const lines = useMemo(() => groupCurves(groups, (group) => named.has(group)), [groups, named]);
  if (!test || groups.length === 0) return null;
  return (
    <section class="card" id="groups">
      <h2>{said.groups}</h2>
      <p class="muted">
        {fill(said.groupsHint, {
          least: formatNumber(test.least_customers),
          groups: formatNumber(groups.length),
        })}
      </p>
      <figure>
        <Curves
          label={said.groups}
          steps
          curves={lines.curves}
          x={{ ...lines.x, title: said.daysSince }}
          y={{ scale: lines.y, title: said.again }}
          write={shareTick(formatPercent)}
          describePoint={([days, at, customers = 0], { key }) =>
            fill(charts.point, {
              name: key,
              period: formatNumber(days),
              value: formatPercent(at),
              people: fill(said.people, { count: customers, shown: formatNumber(customers) }),
            })
          }
        />
        <figcaption>
          <Legend steps={lines.curves.map(({ class: name, key }) => [name, key] as const)} />
        </figcaption>
      </figure>
    </section>
  );
}
