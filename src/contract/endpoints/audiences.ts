// /audiences: create, change and refresh audiences, and read who is in them.

import { AUDIENCE_REFUSALS, KEYED_REFUSALS, NOT_FOUND, PAYLOAD_TOO_LARGE } from '../errors/refusals.ts';
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
import { MAX_OVERLAPS } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { act, change, create, read, remove } = defineOperations('Audiences');

export const listAudiences = read('listAudiences', '/audiences', {
  summary: 'List audiences',
  description: 'All audiences of the account, oldest first; with a limit, page by page.',
  query: listAudiencesQuery,
  answer: { description: 'The audiences.', body: listAudiencesResponse },
});

export const AUDIENCE_OPERATIONS = [
  create('createAudience', '/audiences', {
    summary: 'Keep a list of customers in step',
    description: `Creates an audience: the customers who meet its conditions, each of which selects from a report's customers. It has no members until its first run, which \`POST /audiences/{id}/runs\` starts. The plan limits how many audiences an account has, and how many members each has.`,
    body: createAudienceRequest,
    answer: { description: 'The audience, without members.', body: audience },
    refusals: AUDIENCE_REFUSALS,
  }),
  act('previewAudience', '/audiences/preview', {
    summary: 'Count the customers of conditions',
    description: `How many customers meet the conditions, by the newest finished reports that fit, and how many of them are in up to ${MAX_OVERLAPS} audiences. It stores nothing and requests no report: where none fits, the answer is 404.`,
    body: previewAudienceRequest,
    answer: { description: 'The counts.', body: previewAudienceResponse },
    refusals: [NOT_FOUND, PAYLOAD_TOO_LARGE, ...KEYED_REFUSALS],
  }),
  listAudiences,
  read('getAudience', '/audiences/{id}', {
    summary: 'Read an audience',
    description: 'Its settings, and how many members its last run has found.',
    pathParameters: audiencePath,
    answer: { description: 'The audience.', body: audience },
  }),
  change('updateAudience', '/audiences/{id}', {
    summary: 'Change an audience',
    description:
      'Changes the members of the request that are sent. New conditions take effect with the next run. Who is held out stays held out.',
    pathParameters: audiencePath,
    body: updateAudienceRequest,
    answer: { description: 'The audience.', body: audience },
  }),
  remove('deleteAudience', '/audiences/{id}', {
    summary: 'Delete an audience',
    description:
      'With its members, and with the key that decided who is held out. The reports of its runs stay.',
    pathParameters: audiencePath,
    answer: { description: 'The audience as it was.', body: audience },
  }),
  act('refreshAudience', '/audiences/{id}/runs', {
    summary: 'Refresh an audience',
    description:
      "Starts a run: for each condition, it takes a report of the last 24 hours that no import or erasure has followed, or requests one, which counts against the monthly limit; then it makes the audience's members those who meet all conditions. While a run is in progress, the answer is that run.",
    pathParameters: audiencePath,
    answer: { status: 202, description: 'The run that is in progress.', body: audienceRun },
  }),
  read('listAudienceRuns', '/audiences/{id}/runs', {
    summary: "List an audience's runs",
    description: 'Newest first: what each of them has changed.',
    pathParameters: audiencePath,
    query: listRunsQuery,
    answer: { description: 'The runs.', body: listRunsResponse },
  }),
  read('listAudienceMembers', '/audiences/{id}/members', {
    summary: "List an audience's members",
    description:
      'As the last run has found them, without those held out, who are a list of their own. An erased customer is not among them from the moment that the erasure is accepted.',
    pathParameters: audiencePath,
    query: listMembersQuery,
    answer: { description: 'A page of members.', body: listMembersResponse },
  }),
  read('listAudienceChanges', '/audiences/{id}/changes', {
    summary: 'List who joined and who left',
    description:
      'Since a time, each customer at most once. To keep a copy in step, take over all pages, keep `until`, and send it as `since` the next time.',
    pathParameters: audiencePath,
    query: listChangesQuery,
    answer: { description: 'A page of changes.', body: listChangesResponse },
  }),
] as const;
