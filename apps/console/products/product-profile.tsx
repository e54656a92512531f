// Shows the sizes of orders with a product, and what its buyers order before and after. If the report has no profiles,
// it can be requested again with them.
import {
  type MbaReport,
  type OrderAnalytics,
  OrderAnalyticsError,
  type ProductProfile,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Bar, createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { go } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { createProfilesRequest, type ProductProps } from './product-rules.ts';

type Side = ProductProfile['after'];

export function ProductProfileCards({ report, product }: ProductProps) {
  return report.settings.product_profiles === true ? (
    <Known report={report} product={product} />
  ) : (
    <AskForProfiles report={report} />
  );
}

function Known({ report: { report_id }, product }: ProductProps) {
  const { profile: said } = getTexts();
  const loaded = useLoaded(`profile ${report_id} ${product}`, async (client, call) => ({
    profile: await fetchProfile(client, report_id, product, call),
  }));
  return (
    <States of={loaded} lines={34}>
      {({ profile }) =>
        profile === undefined ? (
          <p class="card">{said.none}</p>
        ) : (
          <>
            <Sizes profile={profile} />
            <div class="columns">
              <BesideIt side={profile.after} reportId={report_id} title={said.after} count={said.followed} />
              <BesideIt
                side={profile.before}
                reportId={report_id}
                title={said.before}
                count={said.preceded}
              />
            </div>
          </>
        )
      }
    </States>
  );
}

/** Undefined if no order has the product: with several levels, only items of the first have profiles. */
async function fetchProfile(
  client: OrderAnalytics,
  reportId: string,
  product: string,
  call: Parameters<OrderAnalytics['reports']['productProfile']>[2],
): Promise<ProductProfile | undefined> {
  try {
    return await client.reports.productProfile(reportId, product, call);
  } catch (error) {
    if (error instanceof OrderAnalyticsError && error.status === 404) return undefined;
    throw error;
  }
}

function Sizes({ profile }: { readonly profile: ProductProfile }) {
  const { profile: said } = getTexts();
  const { basket_sizes: sizes, average_basket_size: average, all_orders: all } = profile;
  // Without the sizes at the end that no order has.
  const known = sizes.slice(0, 1 + sizes.findLastIndex(({ share_of_all_orders: share }) => share > 0));
  const most = Math.max(...sizes.flatMap(({ share, share_of_all_orders }) => [share, share_of_all_orders]));
  return (
    <section class="card">
      <h2>{said.sizes}</h2>
      <p>
        {fill(said.alone, {
          share: formatPercent(sizes[0]?.share ?? 0),
          average: formatNumber(average, 1),
          ofAll: formatNumber(all.average_basket_size, 1),
        })}
      </p>
      <Table
        caption={said.sizes}
        columns={[
          { title: said.products },
          { title: '', class: 'bars' },
          ...[said.orders, said.share, said.ofAll].map(createNumericColumn),
        ]}
        rows={known.map(({ min_products, max_products, orders, share, share_of_all_orders: ofAll }) => [
          max_products === null ? fill(said.orMore, { products: min_products }) : min_products,
          <Bar key="" own={share / most} all={ofAll / most} />,
          formatNumber(orders),
          formatPercent(share),
          formatPercent(ofAll),
        ])}
      />
      <p class="muted">{said.sizesHint}</p>
    </section>
  );
}

interface BesideProps {
  readonly side: Side;
  /** The report that products link to. */
  readonly reportId: string;
  readonly title: string;
  readonly count: string;
}

function BesideIt({ side: { orders, same_product: same, products }, reportId, title, count }: BesideProps) {
  const { profile: said } = getTexts();
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="muted">{fill(count, { count: orders, shown: formatNumber(orders) })}</p>
      {orders > 0 && (
        <Table
          caption={title}
          columns={[
            { title: getTexts().productPage.product },
            ...[said.orders, getTexts().segments.customers, said.share, getTexts().rules.figure.lift].map(
              createNumericColumn,
            ),
          ]}
          rows={[
            [said.same, ...toCounts(same)],
            ...products.map((other) => [
              <To
                key=""
                class="product"
                place={{ view: 'product', report: reportId, product: other.product }}
              >
                {other.product}
              </To>,
              ...toCounts(other),
            ]),
          ]}
        />
      )}
      {orders > 0 && products.length === 0 && <p>{said.noOthers}</p>}
    </section>
  );
}

function toCounts({ orders, customers, share, lift }: Side['same_product']): string[] {
  return [
    formatNumber(orders),
    formatNumber(customers),
    formatPercent(share ?? 0),
    lift === null ? '–' : fill(getTexts().rules.times, { lift: formatNumber(lift, 1) }),
  ];
}

function AskForProfiles({ report }: { readonly report: MbaReport }) {
  const { profile: said } = getTexts();
  return (
    <section class="card">
      <h2>{said.missing}</h2>
      <p class="muted">{said.missingHint}</p>
      <Writing>
        <Action
          title={said.ask}
          work={async (client, call) => {
            const { report_id: id } = await client.reports.create(createProfilesRequest(report), call);
            go({ view: 'report', id });
          }}
        />
      </Writing>
    </section>
  );
}
