// How large the orders with a product are, and what its buyers order before and after. Where the report does not know it,
// the same report can be requested with it.
import {
  type MbaReport,
  type OrderAnalytics,
  OrderAnalyticsError,
  type ProductProfile,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Bar, numeric, Table } from '../../../packages/report-parts/table.ts';
import { go } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { number, percent, texts } from '../app/words/language.ts';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { type ProductProps, profilesRequest } from './product-rules.ts';

type Side = ProductProfile['after'];

export function ProductProfileCards({ report, product }: ProductProps) {
  return report.settings.product_profiles === true ? (
    <Known report={report} product={product} />
  ) : (
    <AskForProfiles report={report} />
  );
}

function Known({ report: { report_id }, product }: ProductProps) {
  const { profile: said } = texts();
  const loaded = useLoaded(`profile ${report_id} ${product}`, async (client, call) => ({
    profile: await profileOf(client, report_id, product, call),
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

/** Undefined where no order has the product: of several levels, only items of the first have profiles. */
async function profileOf(
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
  const { profile: said } = texts();
  const { basket_sizes: sizes, average_basket_size: average, all_orders: all } = profile;
  const most = Math.max(...sizes.flatMap(({ share, share_of_all_orders }) => [share, share_of_all_orders]));
  return (
    <section class="card">
      <h2>{said.sizes}</h2>
      <p>
        {fill(said.alone, {
          share: percent(sizes[0]?.share ?? 0),
          average: number(average, 1),
          ofAll: number(all.average_basket_size, 1),
        })}
      </p>
      <Table
        caption={said.sizes}
        columns={[
          { title: said.products },
          { title: '', class: 'bars' },
          ...[said.orders, said.share, said.ofAll].map(numeric),
        ]}
        rows={sizes.map(({ min_products, max_products, orders, share, share_of_all_orders: ofAll }) => [
          max_products === null ? fill(said.orMore, { products: min_products }) : min_products,
          <Bar key="" own={share / most} all={ofAll / most} />,
          number(orders),
          percent(share),
          percent(ofAll),
        ])}
      />
      <p class="muted">{said.sizesHint}</p>
    </section>
  );
}

interface BesideProps {
  readonly side: Side;
  /** Of the products’ pages. */
  readonly reportId: string;
  readonly title: string;
  readonly count: string;
}

function BesideIt({ side: { orders, same_product: same, products }, reportId, title, count }: BesideProps) {
  const { profile: said } = texts();
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="muted">{fill(count, { count: orders, shown: number(orders) })}</p>
      {orders > 0 && (
        <Table
          caption={title}
          columns={[
            { title: texts().productPage.product },
            ...[said.orders, texts().segments.customers, said.share, texts().rules.figure.lift].map(numeric),
          ]}
          rows={[
            [said.same, ...countsOf(same)],
            ...products.map((other) => [
              <To
                key=""
                class="product"
                place={{ view: 'product', report: reportId, product: other.product }}
              >
                {other.product}
              </To>,
              ...countsOf(other),
            ]),
          ]}
        />
      )}
      {orders > 0 && products.length === 0 && <p>{said.noOthers}</p>}
    </section>
  );
}

function countsOf({ orders, customers, share, lift }: Side['same_product']): string[] {
  return [number(orders), number(customers), percent(share ?? 0), lift === null ? '–' : number(lift, 1)];
}

function AskForProfiles({ report }: { readonly report: MbaReport }) {
  const { profile: said } = texts();
  return (
    <section class="card">
      <h2>{said.missing}</h2>
      <p class="muted">{said.missingHint}</p>
      <Writing>
        <Action
          title={said.ask}
          work={async (client, call) => {
            const { report_id: id } = await client.reports.create(profilesRequest(report), call);
            go({ view: 'report', id });
          }}
        />
      </Writing>
    </section>
  );
}
