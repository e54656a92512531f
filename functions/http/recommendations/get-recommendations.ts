// GET /recommendations: returns products to show beside a cart, from the evidence of its products.

import {
  hasWantedValues,
  listWanted,
  mergePopular,
  recommend,
} from '../../../src/analysis/recommendations/recommend.ts';
import { KeyNotAllowedError, NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  checkServed,
  getRecommendationsQuery,
  pickWantedValues,
} from '../../../src/contract/resources/recommendations.ts';
import { answerPreflights, READING_METHODS } from '../../../src/http/admission/cross-origin.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint, wirePublishable } from '../../../src/http/wire.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createServedEvidence } from '../../../src/service/recommendations/served-evidence.ts';
import { requireDataset } from '../../../src/service/reports/requests/require-dataset.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const NONE_SERVED = 'The dataset has no recommendations: request a market basket report with params.serve.';
const NONE_OF_REPORT =
  'The dataset has no recommendations of such a report: it was not requested with params.serve, it is not finished, it failed, or later reports have replaced it.';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getRecommendations);
const evidence = createServedEvidence(db, table);
const datasets = createDatasetStore(db, table);

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
      const cart = new Set(asked.product);
      const wanted = pickWantedValues(asked);
      const looked = { products: [...cart], values: listWanted(wanted) };
      const dataset = { accountId, datasetId: asked.dataset_id };
      const served =
        asked.report_id === undefined
          ? await evidence.find(dataset, looked)
          : isUlid(asked.report_id)
            ? await evidence.ofReport({ ...dataset, reportId: asked.report_id }, looked)
            : undefined;
      if (served === undefined) {
        await requireDataset(datasets, accountId, asked.dataset_id);
        throw new NotFoundError(asked.report_id === undefined ? NONE_SERVED : NONE_OF_REPORT);
      }
      const { reportId, productIdentifier, fields, summary, products, popular } = served;
      checkServed(wanted, fields);
      const accepts = hasWantedValues(wanted);
      const found = recommend(cart, products, summary, {
        limit: asked.limit,
        exclude: new Set(asked.exclude),
        ...(wanted.size > 0 && { accepts, popular: mergePopular(popular, accepts) }),
      });
      return answerJson(200, {
        dataset_id: asked.dataset_id,
        report_id: reportId,
        product_identifier: productIdentifier,
        fields,
        recommendations: found,
      });
    },
  ),
);
