// Customers by what their first order was: curves of some groups. An association, not a cause.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../client/src/index.ts';
import { shareTick } from '../../report-parts/charts/axes.ts';
import { Curves } from '../../report-parts/charts/curves.ts';
import { groupCurves } from '../../report-parts/charts/group-lines.ts';
import { Legend } from '../../report-parts/legend.ts';
import { fill } from '../../report-parts/names.ts';
import { namedGroups } from '../../src/core/cohorts/named-groups.ts';
import { number, percent, texts } from '../app/words/language.ts';

export function CohortGroups({ report }: { readonly report: CohortReport }) {
  const { cohorts: said, charts } = texts();
  const { groups = [], group_test: test } = report;
  const named = useMemo(
    () => new Set(namedGroups(groups, test?.p_value ?? null).map(({ group }) => group)),
    [groups, test],
  );
  const lines = useMemo(() => groupCurves(groups, (group) => named.has(group)), [groups, named]);
  if (!test || groups.length === 0) return null;
  return (
    <section class="card" id="groups">
      <h2>{said.groups}</h2>
      <p class="muted">
        {fill(said.groupsHint, { least: number(test.least_customers), groups: number(groups.length) })}
      </p>
      <figure>
        <Curves
          label={said.groups}
          steps
          curves={lines.curves}
          x={{ ...lines.x, title: said.daysSince }}
          y={{ scale: lines.y, title: said.again }}
          write={shareTick(percent)}
          hintOf={([days, at, customers = 0], { key }) =>
            fill(charts.point, {
              name: key,
              period: number(days),
              value: percent(at),
              people: fill(said.people, { count: customers, shown: number(customers) }),
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
