// Shows revenue, orders, new and returning customers by period: the last complete one beside the one before, and all of
// them as bars.
import type { CohortReport } from '../../../packages/client/src/index.ts';
import { PeriodBars } from '../../../packages/report-parts/charts/period-bars.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import {
  formatCompact,
  formatDay,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  getTexts,
  time,
} from '../app/words/language.ts';
import { To } from '../parts/to.tsx';
import type { NewestReports } from './actions.ts';

/** Two years of months. */
const SHOWN = 24;

type Period = NonNullable<CohortReport['activity']>[number];

export function Periods({ report: { activity, currency } }: { readonly report: CohortReport }) {
  const said = getHomeTexts().periods;
  const { segments } = getTexts();
  const shown = (activity ?? []).slice(-SHOWN);
  const over = shown.filter(({ complete }) => complete);
  const last = over.at(-1);
  if (last === undefined) return null;
  const before = over.at(-2);
  const figures: readonly (readonly [
    title: string,
    of: (period: Period) => number,
    write: typeof formatNumber,
  ])[] = [
    [segments.spent, ({ revenue }) => revenue, (value) => formatMoney(value, currency)],
    [segments.orders, ({ orders }) => orders, formatNumber],
    [said.newCustomers, ({ new_customers }) => new_customers, formatNumber],
    [said.returning, ({ returning_customers }) => returning_customers, formatNumber],
  ];
  return (
    <section class="card">
      <h2>{fill(said.title, { name: formatMonth(last.name) })}</h2>
      <dl class="facts">
        {figures.map(([title, of, write]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{write(of(last))}</dd>
            {before !== undefined && (
              <dd class="before">{describeChange(of(last), of(before), formatMonth(before.name))}</dd>
            )}
          </div>
        ))}
      </dl>
      <PeriodBars
        label={said.bars}
        bars={shown.map((period) => ({
          name: formatMonth(period.name),
          value: period.revenue,
          isOver: period.complete,
          hint: `${formatMonth(period.name)}: ${formatMoney(period.revenue, currency)}${period.complete ? '' : `, ${said.notOver}`}`,
        }))}
        write={formatCompact}
      />
      {shown.some(({ complete }) => !complete) && <p class="muted">{said.hollow}</p>}
      {shown.some(({ left_truncated }) => left_truncated) && <p class="muted">{said.truncated}</p>}
      <details>
        <summary>{said.all}</summary>
        <Table
          caption={said.all}
          columns={[{ title: said.period }, ...figures.map(([title]) => createNumericColumn(title))]}
          rows={shown
            .toReversed()
            .map((period) => [
              period.complete ? formatMonth(period.name) : `${formatMonth(period.name)} *`,
              ...figures.map(([, of, write]) => write(of(period))),
            ])}
        />
      </details>
    </section>
  );

  function describeChange(now: number, earlier: number, name: string): string {
    if (earlier <= 0) return fill(said.against, { name });
    const change = now / earlier - 1;
    return fill(said.change, { change: `${change > 0 ? '+' : ''}${formatPercent(change, 0)}`, name });
  }
}

// Shows changes between the newest reports and those before them.

export function SinceBefore({ newest: { RFM, MBA } }: { readonly newest: NewestReports }) {
  const said = getHomeTexts().since;
  const growth = RFM?.ai_strategic_insights?.growth ?? null;
  const counts = MBA?.changes?.rules?.counts;
  const lines = [
    ...(RFM === undefined || growth === null
      ? []
      : [
          {
            report: RFM,
            text: fill(said.customers, {
              moved: formatNumber(growth.customers_moved),
              joined: formatNumber(growth.customers_new),
              gone: formatNumber(growth.customers_gone),
            }),
          },
        ]),
    ...(MBA === undefined || counts === undefined
      ? []
      : [
          {
            report: MBA,
            text: fill(said.rules, {
              appeared: formatNumber(counts.appeared),
              vanished: formatNumber(counts.vanished),
            }),
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
            <span class="muted">{describeSince(changes?.compared_with)}</span>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );

  function describeSince(
    earlier:
      | { readonly created_at: string; readonly reference_date?: string | null | undefined }
      | null
      | undefined,
  ): string {
    if (earlier === null || earlier === undefined) return '';
    return typeof earlier.reference_date === 'string'
      ? fill(said.day, { day: formatDay(earlier.reference_date) })
      : fill(said.day, { day: time(earlier.created_at) });
  }
}
