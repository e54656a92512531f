// GET /recommendations: returns products to show beside a cart, from the evidence of its products, or to a customer, from
// that of the products in the latest orders of all ids of their person.
import type * as v from 'valibot';

import {
  hasWantedValues,
  listWanted,
  mergePopular,
  recommend,
} from '../../../src/analysis/recommendations/recommend.ts';
import {
  type CustomerPast,
  listAgain,
  type PastOrder,
  summarizePast,
} from '../../../src/analysis/recommendations/recommend-to-customer.ts';
import {
  InvalidRequestError,
  KeyNotAllowedError,
  NotFoundError,
} from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  checkServed,
  checkSubject,
  getRecommendationsQuery,
  type getRecommendationsResponse,
  pickWantedValues,
} from '../../../src/contract/resources/recommendations.ts';
import { MOST_PAST_ORDERS, MOST_READ_IDS } from '../../../src/contract/schema/limits.ts';
import { answerPreflights, READING_METHODS } from '../../../src/http/admission/cross-origin.ts';
import { type Answer, answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint, wirePublishable } from '../../../src/http/wire.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createReadLatestOrders, type LatestOrders } from '../../../src/service/orders/latest-orders.ts';
import { createOrderReader } from '../../../src/service/orders/order-reader.ts';
import {
  createServedEvidence,
  type ServedEvidence,
} from '../../../src/service/recommendations/served-evidence.ts';
import { requireDataset } from '../../../src/service/reports/requests/require-dataset.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const NONE_SERVED = 'The dataset has no recommendations: request a market basket report with params.serve.';
const NONE_OF_REPORT =
  'The dataset has no recommendations of such a report: it was not requested with params.serve, it is not finished, it failed, or later reports have replaced it.';

interface ReadHistory {
  readonly past: CustomerPast;
  readonly served: ServedEvidence;
  /** The person's other ids whose orders were read. */
  readonly otherIds: readonly string[];
  /** Whether these are all orders of all ids. */
  readonly isComplete: boolean;
}

const toPastOrder = ({ orderDate, lines }: LatestOrders['orders'][number]): PastOrder => ({
  orderDate: orderDate?.value,
  lines: [...lines.values()],
});

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getRecommendations);
const evidence = createServedEvidence(db, table);
const datasets = createDatasetStore(db, table);
const readLatestOrders = createReadLatestOrders(
  createOrderReader(db, { orders: environment.ORDERS_TABLE, service: table }),
);

export const handler = answerPreflights(
  { origins: undefined, methodsAt: () => READING_METHODS },
  defineEndpoint(
    admission,
    { body: 'none', query: getRecommendationsQuery, publishable: wirePublishable(db, environment) },
    async ({ caller: { accountId, publishable }, query }) => {
      // A key for one dataset may omit it.
      const asked = parseRequest(getRecommendationsQuery, { dataset_id: publishable?.dataset, ...query });
      if (publishable?.dataset !== undefined && asked.dataset_id !== publishable.dataset) {
        throw new KeyNotAllowedError(
          `The key reads recommendations of the dataset ${publishable.dataset} only.`,
        );
      }
      if (publishable !== undefined && asked.report_id !== undefined) {
        throw new KeyNotAllowedError(
          'The key reads the recommendations that are served, of no other report.',
        );
      }
      if (publishable !== undefined && asked.customer !== undefined) {
        throw new KeyNotAllowedError('The key reads no recommendations for a customer.');
      }
      checkSubject(asked);
      const wanted = pickWantedValues(asked);
      const values = listWanted(wanted);
      const dataset = { accountId, datasetId: asked.dataset_id };
      const accepts = hasWantedValues(wanted);
      const findServed = async (products: readonly string[]): Promise<ServedEvidence> => {
        const looked = { products, values, customer: asked.customer };
        const served =
          asked.report_id === undefined
            ? await evidence.find(dataset, looked)
            : isUlid(asked.report_id)
              ? await evidence.ofReport({ ...dataset, reportId: asked.report_id }, looked)
              : undefined;
        if (served !== undefined) return served;
        await requireDataset(datasets, accountId, asked.dataset_id);
        throw new NotFoundError(asked.report_id === undefined ? NONE_SERVED : NONE_OF_REPORT);
      };
      const answerWith = (
        { reportId, productIdentifier, fields, summary, products, popular }: ServedEvidence,
        bought: ReadonlySet<string>,
        weigh: ((product: string) => number) | undefined,
        ofCustomer: Partial<v.InferOutput<typeof getRecommendationsResponse>> = {},
      ): Answer => {
        checkServed(wanted, fields);
        const found = recommend(bought, products, summary, {
          limit: asked.limit,
          exclude: new Set(asked.exclude),
          ...(weigh && { weigh }),
          ...(wanted.size > 0 && { accepts, popular: mergePopular(popular, accepts) }),
        });
        return answerJson(200, {
          dataset_id: asked.dataset_id,
          report_id: reportId,
          product_identifier: productIdentifier,
          fields,
          recommendations: found,
          ...ofCustomer,
        });
      };
      const { customer } = asked;
      if (customer === undefined) {
        const cart = new Set(asked.product);
        return answerWith(await findServed([...cart]), cart, undefined);
      }
      const readOrders = async (ids: readonly string[]): Promise<LatestOrders> => {
        const latest = await readLatestOrders(dataset, ids, MOST_PAST_ORDERS);
        if (latest === undefined) throw new InvalidRequestError('customer', 'has too many orders');
        return latest;
      };
      const [own, version] = await Promise.all([readOrders([customer]), findServed([])]);
      const readServed = async (version: ServedEvidence): Promise<ReadHistory> => {
        const others = version.personIds.filter((id) => id !== customer);
        const otherIds = others.slice(0, MOST_READ_IDS - 1);
        const latest = otherIds.length === 0 ? own : await readOrders([customer, ...otherIds]);
        const past = summarizePast(latest.orders.map(toPastOrder), version);
        const served = await findServed(past.picked.map(({ product }) => product));
        // Another report has been served since, which may identify products in another way.
        if (served.reportId !== version.reportId) return readServed(served);
        return { past, served, otherIds, isComplete: latest.isComplete && otherIds.length === others.length };
      };
      const { past, served, otherIds, isComplete } = await readServed(version);
      const { limit } = asked;
      const again = listAgain(past, served.products, {
        ...{ limit, accepts, exclude: new Set(asked.exclude) },
        now: Date.now(),
      });
      const weightsForNew = new Map(past.picked.map(({ product, weightForNew }) => [product, weightForNew]));
      return answerWith(served, past.products, (product) => weightsForNew.get(product) ?? 0, {
        again,
        history: {
          customer_id: customer,
          ...(otherIds.length > 0 && { other_ids: [...otherIds] }),
          orders: past.orders,
          products: past.products.size,
          basis: served.products.length === 0 ? 'best_sellers' : isComplete ? 'all_orders' : 'latest_orders',
        },
      });
    },
  ),
);
