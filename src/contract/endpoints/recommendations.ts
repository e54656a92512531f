// GET /recommendations, and GET, PUT and DELETE /datasets/{slug}/recommendations.

import { NOT_FOUND, REPORT_NOT_FINISHED } from '../errors/refusals.ts';
import {
  getRecommendationsQuery,
  getRecommendationsResponse,
  servedRecommendations,
  serveRecommendationsPath,
  serveRecommendationsRequest,
} from '../resources/recommendations.ts';
import { defineOperations } from './operations-of.ts';

const { read, remove, replace } = defineOperations('Recommendations');

export const getRecommendations = read('getRecommendations', '/recommendations', {
  summary: 'List what to show beside a cart',
  publishable: true,
  description:
    'Products that go with all or some of the products in a cart, never one that is in it, each with the product of the cart that speaks most for it. With `customer` in place of a cart, two lists: `again`, what they have bought most often and most recently, and `recommendations`, products that they have not bought; without earlier orders, best sellers, which `history.basis` states. Computed by the latest market basket report that was requested with `params.serve`, or the one chosen with `PUT /datasets/{slug}/recommendations`; a dataset without one is a 404. `report_id` previews those of another such report without switching to it. A publishable key may call it from pages of its origins, for its dataset if it has one, which is then the default of `dataset_id`. Its responses may be cached for five minutes; requests with it are limited for each address (120 a minute, unless the operator has changed it) and for the key (1,200), and do not count against the account.',
  query: getRecommendationsQuery,
  answer: { description: 'The recommendations.', body: getRecommendationsResponse },
  refusals: [NOT_FOUND],
});

export const RECOMMENDATION_OPERATIONS = [
  getRecommendations,
  read('getServedReport', '/datasets/{slug}/recommendations', {
    summary: 'Read which report recommendations come from',
    description:
      'The latest market basket report that was requested with `params.serve`, or the one that was chosen. A 404 for a dataset without recommendations.',
    pathParameters: serveRecommendationsPath,
    answer: { description: 'The report, and what is known of it.', body: servedRecommendations },
  }),
  replace('serveRecommendations', '/datasets/{slug}/recommendations', {
    summary: 'Choose the report that recommendations come from',
    description:
      'Switches to an earlier or later report at once; the next request for recommendations shows it. The served version and the three latest others are kept. The next report with `params.serve` replaces the choice when it is finished.',
    pathParameters: serveRecommendationsPath,
    body: serveRecommendationsRequest,
    answer: { description: 'Recommendations come from this report.', body: servedRecommendations },
    refusals: [NOT_FOUND, REPORT_NOT_FINISHED],
  }),
  remove('stopRecommendations', '/datasets/{slug}/recommendations', {
    summary: 'Show no recommendations',
    description:
      'From the next request on, `GET /recommendations` is a 404 for the dataset, until a report with `params.serve` is finished or one is chosen with `PUT`. What was served is kept, so that it can be chosen again.',
    pathParameters: serveRecommendationsPath,
    answer: { description: 'The report that recommendations came from.', body: servedRecommendations },
  }),
] as const;
