// GET and PUT /datasets/{slug}/merges: customer ids that are one person, for reports with identity rules.
import type { Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { checkMergeList } from '../../../src/analysis/identity/check-merge-list.ts';
import type { VersionedMerges } from '../../../src/analysis/identity/link-persons.ts';
import { InvalidRequestError, NotFoundError } from '../../../src/contract/errors/errors.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { datasetPath } from '../../../src/contract/resources/datasets.ts';
import { DEFAULT_DATASET } from '../../../src/contract/schema/dataset-fields.ts';
import { mergeList, type StoredMergeList } from '../../../src/contract/schema/identity.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { answerVersioned, requireMatch } from '../../../src/http/if-match.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createMergeLists } from '../../../src/service/datasets/merge-lists.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, table } = wireEndpoint(ENVIRONMENT.manageMerges);
const datasets = createDatasetStore(db, table);
const lists = createMergeLists(db, table);

function toView(list: VersionedMerges | undefined): StoredMergeList {
  return { version: list?.version ?? null, merges: list?.merges ?? [], separate: list?.separate ?? [] };
}

/** Throws NotFoundError. */
async function requireDataset({ caller: { accountId }, path }: Call) {
  const { slug } = parseRequest(datasetPath, path);
  if (slug !== DEFAULT_DATASET && !(await datasets.exists(accountId, slug)))
    throw new NotFoundError('Dataset not found.');
  return { accountId, datasetId: slug };
}

const get = defineEndpoint(admission, { body: 'none' }, async (call) =>
  answerJson(200, toView(await lists.get(await requireDataset(call)))),
);
const replace = defineEndpoint(admission, { body: 'json' }, async (call) => {
  const list = parseRequest(mergeList, call.body);
  const problem = checkMergeList(list);
  if (problem !== undefined) throw new InvalidRequestError(problem.field, problem.message);
  const dataset = await requireDataset(call);
  const ifMatch = call.headers['if-match'];
  for (;;) {
    const seen = ifMatch === undefined ? undefined : toView(await lists.get(dataset));
    requireMatch(ifMatch, seen);
    const version = ulid();
    const outcome = await lists.put(dataset, list, version, seen?.version);
    if (outcome === 'too large')
      throw new InvalidRequestError('merges', 'expected a list of at most 200 kB when compressed');
    if (outcome === 'stored') return answerVersioned(200, toView({ ...list, version }));
  }
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.requestContext.http.method === 'PUT' ? replace(event, context) : get(event, context);
}
