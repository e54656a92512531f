// How large the orders with a product are, and what its buyers order before and after. Where the report does not know it,
// the same report can be requested with it.
import {
  type MbaReport,
  type OrderAnalytics,
  OrderAnalyticsError,
  type ProductProfile,
} from '../../client/src/index.ts';
import { Bar } from '../../report-parts/bar.ts';
import { Scroll } from '../../report-parts/table.ts';
import { go } from '../app/address.ts';
import { number, percent, texts } from '../app/language.ts';
import { useLoaded } from '../app/loaded.ts';
import { useSending } from '../app/sending.ts';
import { Problem, States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Writing } from '../parts/writing.tsx';
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
        {said.alone(percent(sizes[0]?.share ?? 0), number(average, 1), number(all.average_basket_size, 1))}
      </p>
      <Scroll label={said.sizes}>
        <table class="sizes">
          <thead>
            <tr>
              <th scope="col">{said.products}</th>
              <td />
              {[said.orders, said.share, said.ofAll].map((title) => (
                <th key={title} scope="col" class="n">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map(({ min_products, max_products, orders, share, share_of_all_orders: ofAll }) => (
              <tr key={min_products}>
                <th scope="row">{max_products === null ? said.orMore(min_products) : min_products}</th>
                <td class="bars">
                  <Bar own={share / most} all={ofAll / most} />
                </td>
                <td class="n">{number(orders)}</td>
                <td class="n">{percent(share)}</td>
                <td class="n">{percent(ofAll)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="muted">{said.sizesHint}</p>
    </section>
  );
}

interface BesideProps {
  readonly side: Side;
  /** Of the products’ pages. */
  readonly reportId: string;
  readonly title: string;
  readonly count: (orders: number, shown: string) => string;
}

function BesideIt({ side: { orders, same_product: same, products }, reportId, title, count }: BesideProps) {
  const { profile: said } = texts();
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="muted">{count(orders, number(orders))}</p>
      {orders > 0 && (
        <Scroll label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts().productPage.product}</th>
                {[said.orders, texts().segments.customers, said.share, texts().rules.figure.lift].map(
                  (name) => (
                    <th key={name} scope="col" class="n">
                      {name}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{said.same}</th>
                <Counts of={same} />
              </tr>
              {products.map((other) => (
                <tr key={other.product}>
                  <th scope="row">
                    <To class="product" place={{ view: 'product', report: reportId, product: other.product }}>
                      {other.product}
                    </To>
                  </th>
                  <Counts of={other} />
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {orders > 0 && products.length === 0 && <p>{said.noOthers}</p>}
    </section>
  );
}

function Counts({ of: { orders, customers, share, lift } }: { readonly of: Side['same_product'] }) {
  return (
    <>
      <td class="n">{number(orders)}</td>
      <td class="n">{number(customers)}</td>
      <td class="n">{percent(share ?? 0)}</td>
      <td class="n">{lift === null ? '–' : number(lift, 1)}</td>
    </>
  );
}

function AskForProfiles({ report }: { readonly report: MbaReport }) {
  const { profile: said } = texts();
  const { isSending, problem, send } = useSending();
  const ask = (): void =>
    send(async (client, call) => {
      const { report_id: id } = await client.reports.create(profilesRequest(report), call);
      go({ view: 'report', id });
    });
  return (
    <section class="card">
      <h2>{said.missing}</h2>
      <p class="muted">{said.missingHint}</p>
      <Writing>
        <button type="button" disabled={isSending} onClick={ask}>
          {said.ask}
        </button>
      </Writing>
      {problem !== undefined && <Problem problem={problem} reload={ask} />}
    </section>
  );
}
