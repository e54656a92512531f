// Shows changes between the newest reports and those before them.

import type { NewestReports } from '../../../packages/report-parts/actions/find-actions.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatDay, formatMoney, formatNumber, formatSigned, time } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';

export function SinceBefore({ newest: { COHORT, RFM, MBA } }: { readonly newest: NewestReports }) {
  const said = getHomeTexts().since;
  const growth = RFM?.ai_strategic_insights?.growth ?? null;
  const counts = MBA?.changes?.rules?.counts;
  const shop = COHORT?.changes?.shop ?? undefined;
  const lines = [
    ...(COHORT === undefined || shop === undefined || isSame(shop)
      ? []
      : [{ report: COHORT, text: describeShop(shop, COHORT.currency) }]),
    ...(RFM === undefined ||
    growth === null ||
    !isAny(growth.customers_moved, growth.customers_new, growth.customers_gone)
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
    ...(MBA === undefined || counts === undefined || !isAny(counts.appeared, counts.vanished)
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

type Shop = NonNullable<NonNullable<NonNullable<NewestReports['COHORT']>['changes']>['shop']>;

function isSame({ before, after }: Shop): boolean {
  return !isAny(
    after.orders - before.orders,
    after.customers - before.customers,
    after.net_revenue - before.net_revenue,
  );
}

function isAny(...changes: readonly number[]): boolean {
  return changes.some((change) => change !== 0);
}

function describeShop({ before, after }: Shop, currency: string | null | undefined): string {
  return fill(getHomeTexts().since.shop, {
    orders: formatSigned(after.orders - before.orders),
    customers: formatSigned(after.customers - before.customers),
    before: formatMoney(before.net_revenue, currency),
    after: formatMoney(after.net_revenue, currency),
  });
}
