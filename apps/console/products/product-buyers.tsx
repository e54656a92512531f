// Shows who buys the product, from reports: the segments whose best products include it, and a report on its buyers.
import type { OrderAnalytics, RfmReport } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { go } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, formatPercent, getTexts, time } from '../app/words/language.ts';
import { Figures } from '../parts/figures.tsx';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { reportName } from '../reports/report-types.ts';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';
import { createBuyersRequest, type ProductProps } from './product-rules.ts';

export function ProductBuyers({ report, product }: ProductProps) {
  const { buyers: said } = getTexts();
  const { dataset_id } = report;
  const loaded = useLoaded(`newest segments of ${dataset_id}`, async (client, call) => ({
    segments: await fetchNewestSegments(client, dataset_id, call),
  }));
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <States of={loaded} lines={6}>
        {({ segments }) =>
          segments === undefined ? (
            <p>{said.noReport}</p>
          ) : (
            <Buyers report={segments} product={product} isNamed={isNamed(report)} />
          )
        }
      </States>
      <AskForBuyers report={report} product={product} />
    </section>
  );
}

/** Fetches the newest finished segment report among the latest reports. */
async function fetchNewestSegments(
  client: OrderAnalytics,
  dataset_id: string,
  call: Parameters<OrderAnalytics['reports']['get']>[1],
): Promise<RfmReport | undefined> {
  const { reports } = await client.reports.list({ dataset_id, report_type: 'RFM' }, call).page();
  const found = reports.find(({ status }) => status !== 'Processing' && status !== 'Failed');
  if (found === undefined) return undefined;
  const report = await client.reports.get(found.report_id, call);
  return 'segments' in report ? report : undefined;
}

/** Segment reports identify products by name. */
function isNamed({ settings: { product_identifier, product_level } }: ProductProps['report']): boolean {
  return product_identifier === 'name' && (product_level ?? 'product') === 'product';
}

interface BuyersProps {
  readonly report: RfmReport;
  readonly product: string;
  readonly isNamed: boolean;
}

function Buyers({ report, product, isNamed: isListed }: BuyersProps) {
  const { buyers: said, segments } = getTexts();
  const rows = report.segments.flatMap(({ name, top_products }) =>
    top_products.filter(({ product_name }) => product_name === product).map((sold) => ({ name, ...sold })),
  );
  return (
    <>
      <p>
        {said.source} <To place={{ view: 'report', id: report.report_id }}>{reportName(report.name)}</To>,{' '}
        {time(report.created_at)}
      </p>
      {rows.length === 0 ? (
        <p>{said.inNone}</p>
      ) : (
        <Figures
          label={said.title}
          title={segments.segment}
          rows={rows}
          name={({ name }) => segments.name[name]}
          columns={[
            [said.customers, ({ customers }) => formatNumber(customers)],
            [said.share, ({ share_of_segment_customers }) => formatPercent(share_of_segment_customers)],
            [
              said.lift,
              ({ lift }) =>
                lift === null ? '–' : fill(getTexts().rules.times, { lift: formatNumber(lift, 1) }),
            ],
          ]}
        />
      )}
      {isListed && (
        <p>
          <To
            class="button"
            place={{ view: 'report', id: report.report_id, bought: product }}
            anchor={CUSTOMERS_ID}
          >
            {said.show}
          </To>
        </p>
      )}
    </>
  );
}

function AskForBuyers({ report, product }: ProductProps) {
  const { buyers: said } = getTexts();
  const request = createBuyersRequest(report, product, fill(said.name, { product }));
  if (request === undefined) return null;
  return (
    <Writing>
      <Action
        title={said.ask}
        work={async (client, call) => {
          const { report_id: id } = await client.reports.create(request, call);
          go({ view: 'report', id });
        }}
      />
    </Writing>
  );
}
