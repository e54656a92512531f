// GET /recommendations, and GET, PUT and DELETE /datasets/{slug}/recommendations.

import {
  KEYED_REFUSALS,
  NOT_FOUND,
  PAYLOAD_TOO_LARGE,
  PRECONDITION_FAILED,
  PUBLISHABLE_REFUSALS,
  REPORT_NOT_FINISHED,
} from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  getRecommendationsQuery,
  getRecommendationsResponse,
  servedRecommendations,
  serveRecommendationsPath,
  serveRecommendationsRequest,
} from '../resources/recommendations.ts';
import { CHANGED_HEADERS, READ_HEADERS, UNCHANGED } from './reads.ts';

export const getRecommendations = {
  method: 'GET',
  path: '/recommendations',
  operationId: 'getRecommendations',
  tag: 'Recommendations',
  summary: 'List what to show beside a cart',
  publishable: true,
  description:
    'Products that go with all or some of the products in a cart, never one that is in it, each with the product of the cart that speaks most for it. Computed by the latest market basket report that was requested with `params.serve`, or the one chosen with `PUT /datasets/{slug}/recommendations`; a dataset without one is a 404. `report_id` previews those of another such report without switching to it. A publishable key may call it from pages of its origins, for its dataset if it has one, which is then the default of `dataset_id`. Its responses may be cached for five minutes; requests with it are limited for each address (120 a minute, unless the operator has changed it) and for the key (1,200), and do not count against the account.',
  query: getRecommendationsQuery,
  headers: ['If-None-Match'],
  answers: [
    {
      status: 200,
      description: 'The recommendations.',
      body: getRecommendationsResponse,
      headers: READ_HEADERS,
    },
    UNCHANGED,
    NOT_FOUND,
    ...PUBLISHABLE_REFUSALS,
  ],
} as const satisfies Operation;

const getServedReport = {
  method: 'GET',
  path: '/datasets/{slug}/recommendations',
  operationId: 'getServedReport',
  tag: 'Recommendations',
  summary: 'Read which report recommendations come from',
  description:
    'The latest market basket report that was requested with `params.serve`, or the one that was chosen. A 404 for a dataset without recommendations.',
  pathParameters: serveRecommendationsPath,
  headers: ['If-None-Match'],
  answers: [
    {
      status: 200,
      description: 'The report, and what is known of it.',
      body: servedRecommendations,
      headers: READ_HEADERS,
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const serveRecommendations = {
  method: 'PUT',
  path: '/datasets/{slug}/recommendations',
  operationId: 'serveRecommendations',
  tag: 'Recommendations',
  summary: 'Choose the report that recommendations come from',
  description:
    'Switches to an earlier or later report at once; the next request for recommendations shows it. The served version and the three latest others are kept. The next report with `params.serve` replaces the choice when it is finished.',
  pathParameters: serveRecommendationsPath,
  headers: ['If-Match'],
  body: serveRecommendationsRequest,
  answers: [
    {
      status: 200,
      description: 'Recommendations come from this report.',
      body: servedRecommendations,
      headers: CHANGED_HEADERS,
    },
    NOT_FOUND,
    REPORT_NOT_FINISHED,
    PRECONDITION_FAILED,
    PAYLOAD_TOO_LARGE,
    PRECONDITION_FAILED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const stopRecommendations = {
  method: 'DELETE',
  path: '/datasets/{slug}/recommendations',
  operationId: 'stopRecommendations',
  tag: 'Recommendations',
  summary: 'Show no recommendations',
  description:
    'From the next request on, `GET /recommendations` is a 404 for the dataset, until a report with `params.serve` is finished or one is chosen with `PUT`. What was served is kept, so that it can be chosen again.',
  pathParameters: serveRecommendationsPath,
  answers: [
    {
      status: 200,
      description: 'The report that recommendations came from.',
      body: servedRecommendations,
      headers: RATE_HEADERS,
    },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const RECOMMENDATION_OPERATIONS = [
  getRecommendations,
  getServedReport,
  serveRecommendations,
  stopRecommendations,
] as const;
