// /audiences: create, change and refresh audiences, and read who is in them.
import { MAX_OVERLAPS } from '../../schema/limits.ts';
import {
  AUDIENCE_REFUSALS,
  CHANGE_REFUSALS,
  KEYED_REFUSALS,
  NOT_FOUND,
  PAYLOAD_TOO_LARGE,
} from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  audience,
  audiencePath,
  audienceRun,
  createAudienceRequest,
  listAudiencesQuery,
  listAudiencesResponse,
  listChangesQuery,
  listChangesResponse,
  listMembersQuery,
  listMembersResponse,
  listRunsQuery,
  listRunsResponse,
  previewAudienceRequest,
  previewAudienceResponse,
  updateAudienceRequest,
} from '../resources/audiences.ts';
import { CHANGED_HEADERS, READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const createAudience = {
  method: 'POST',
  path: '/audiences',
  operationId: 'createAudience',
  tag: 'Audiences',
  summary: 'Keep a list of customers in step',
  description: `Creates an audience: the customers who meet its conditions, each of which selects from a report's customers. It has no members until its first run, which \`POST /audiences/{id}/runs\` starts. The plan limits how many audiences an account has, and how many members each has.`,
  headers: ['Idempotency-Key'],
  body: createAudienceRequest,
  answers: [
    {
      status: 201,
      description: 'The audience, without members.',
      body: audience,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    ...AUDIENCE_REFUSALS,
  ],
} as const satisfies Operation;

const previewAudience = {
  method: 'POST',
  path: '/audiences/preview',
  operationId: 'previewAudience',
  tag: 'Audiences',
  summary: 'Count the customers of conditions',
  description: `How many customers meet the conditions, by the newest finished reports that fit, and how many of them are in up to ${MAX_OVERLAPS} audiences. It stores nothing and requests no report: where none fits, the answer is 404.`,
  body: previewAudienceRequest,
  answers: [
    { status: 200, description: 'The counts.', body: previewAudienceResponse, headers: RATE_HEADERS },
    NOT_FOUND,
    PAYLOAD_TOO_LARGE,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const listAudiences = {
  method: 'GET',
  path: '/audiences',
  operationId: 'listAudiences',
  tag: 'Audiences',
  summary: 'List audiences',
  description: 'All audiences of the account, oldest first; with a limit, page by page.',
  query: listAudiencesQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The audiences.', body: listAudiencesResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getAudience = {
  method: 'GET',
  path: '/audiences/{id}',
  operationId: 'getAudience',
  tag: 'Audiences',
  summary: 'Read an audience',
  description: 'Its settings, and how many members its last run has found.',
  pathParameters: audiencePath,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The audience.', body: audience, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateAudience = {
  method: 'PATCH',
  path: '/audiences/{id}',
  operationId: 'updateAudience',
  tag: 'Audiences',
  summary: 'Change an audience',
  description:
    'Changes the members of the request that are sent. New conditions take effect with the next run. Who is held out stays held out.',
  pathParameters: audiencePath,
  headers: ['If-Match'],
  body: updateAudienceRequest,
  answers: [
    { status: 200, description: 'The audience.', body: audience, headers: CHANGED_HEADERS },
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const deleteAudience = {
  method: 'DELETE',
  path: '/audiences/{id}',
  operationId: 'deleteAudience',
  tag: 'Audiences',
  summary: 'Delete an audience',
  description:
    'With its members, and with the key that decided who is held out. The reports of its runs stay.',
  pathParameters: audiencePath,
  answers: [
    { status: 200, description: 'The audience as it was.', body: audience, headers: RATE_HEADERS },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const refreshAudience = {
  method: 'POST',
  path: '/audiences/{id}/runs',
  operationId: 'refreshAudience',
  tag: 'Audiences',
  summary: 'Refresh an audience',
  description:
    "Starts a run: for each condition, it takes a report of the last 24 hours that no import or erasure has followed, or requests one, which counts against the monthly limit; then it makes the audience's members those who meet all conditions. While a run is in progress, the answer is that run.",
  pathParameters: audiencePath,
  answers: [
    { status: 202, description: 'The run that is in progress.', body: audienceRun, headers: RATE_HEADERS },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const listAudienceRuns = {
  method: 'GET',
  path: '/audiences/{id}/runs',
  operationId: 'listAudienceRuns',
  tag: 'Audiences',
  summary: "List an audience's runs",
  description: 'Newest first: what each of them has changed.',
  pathParameters: audiencePath,
  query: listRunsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The runs.', body: listRunsResponse, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const listAudienceMembers = {
  method: 'GET',
  path: '/audiences/{id}/members',
  operationId: 'listAudienceMembers',
  tag: 'Audiences',
  summary: "List an audience's members",
  description:
    'As the last run has found them, without those held out, who are a list of their own. An erased customer is not among them from the moment that the erasure is accepted.',
  pathParameters: audiencePath,
  query: listMembersQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'A page of members.', body: listMembersResponse, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const listAudienceChanges = {
  method: 'GET',
  path: '/audiences/{id}/changes',
  operationId: 'listAudienceChanges',
  tag: 'Audiences',
  summary: 'List who joined and who left',
  description:
    'Since a time, each customer at most once. To keep a copy in step, take over all pages, keep `until`, and send it as `since` the next time.',
  pathParameters: audiencePath,
  query: listChangesQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'A page of changes.', body: listChangesResponse, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const AUDIENCE_OPERATIONS = [
  createAudience,
  previewAudience,
  listAudiences,
  getAudience,
  updateAudience,
  deleteAudience,
  refreshAudience,
  listAudienceRuns,
  listAudienceMembers,
  listAudienceChanges,
] as const;
