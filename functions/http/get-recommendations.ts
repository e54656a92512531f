// GET /recommendations: what to show beside a cart, from the evidence of its products.
import { parseRequest } from '../../src/contract/parse.ts';
import { getRecommendationsQuery } from '../../src/contract/recommendations.ts';
import { KeyNotAllowedError, NotFoundError } from '../../src/core/errors.ts';
import { recommend } from '../../src/core/recommendations/recommend.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { answerPreflights, READING_METHODS } from '../../src/http/cross-origin.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission, wirePublishable } from '../../src/http/wire.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createServedEvidence, type ServedEvidenceStore } from '../../src/stores/served-evidence.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export interface GetRecommendationsDeps {
  readonly evidence: ServedEvidenceStore;
}

export function getRecommendations({ evidence }: GetRecommendationsDeps): EndpointHandler {
  return async ({ caller: { accountId, publishable }, query }) => {
    // A key for one dataset need not name it.
    const asked = parseRequest(getRecommendationsQuery, { dataset_id: publishable?.dataset, ...query });
    if (publishable?.dataset !== undefined && asked.dataset_id !== publishable.dataset) {
      throw new KeyNotAllowedError(
        `The key reads recommendations of the dataset ${publishable.dataset} only.`,
      );
    }
    const cart = new Set(asked.product);
    const served = await evidence.find({ accountId, datasetId: asked.dataset_id }, [...cart]);
    if (served === undefined) {
      throw new NotFoundError(
        'The dataset has no recommendations: request a market basket report with params.serve.',
      );
    }
    const { reportId, productIdentifier, summary, products } = served;
    const found = recommend(cart, products, summary, {
      limit: asked.limit,
      exclude: new Set(asked.exclude),
    });
    return json(200, {
      dataset_id: asked.dataset_id,
      report_id: reportId,
      product_identifier: productIdentifier,
      recommendations: found,
    });
  };
}

const environment = readEnvironment(ENVIRONMENT.getRecommendations);
const db = documentClient();
export const handler = answerPreflights(
  { origins: undefined, methodsAt: () => READING_METHODS },
  endpoint(
    wireAdmission(db, environment),
    { body: 'none', query: getRecommendationsQuery, publishable: wirePublishable(db, environment) },
    getRecommendations({ evidence: createServedEvidence(db, environment.SERVICE_TABLE) }),
  ),
);
