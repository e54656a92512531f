// A destination of kind klaviyo: profiles on a list, by e-mail address. Former members are looked up and
// removed from the list; new ones are imported by a bulk job, which is awaited, so that no job overtakes the
// next one. If the response to a job's start was lost, the destination waits for any running job. Written
// from the OpenAPI description that Klaviyo publishes; not run against Klaviyo itself.
// https://github.com/klaviyo/openapi/blob/main/openapi/stable.json
import * as v from 'valibot';
import type { Entry } from '../../analysis/audiences/changes-page.ts';
import { hash64 } from '../../analysis/customer-lists/customer-ids.ts';
import { toNextFields } from '../../contract/report-types/next-products.ts';
import { say } from '../../contract/sentences/sentence.ts';
import {
  type DeliverySentence,
  describeConnectionFailure,
} from '../../contract/sentences/undelivered-because.ts';
import {
  NoResponseError,
  type ReceiverResponse,
  type RequestOptions,
  requestOnce,
} from '../webhooks/request.ts';
import {
  type DestinationKind,
  KNOWN_BY,
  type PageToSend,
  type SendingContext,
  type SendOutcome,
} from './destination-kind.ts';

const REVISION = '2026-07-15';
const KLAVIYO_URL = 'https://a.klaviyo.com';
const TIMEOUT_MS = 20_000;
/** A page of 100 profiles with nothing but their addresses has some 30 kB. */
const MAX_ANSWER_BYTES = 1_000_000;
/** Klaviyo accepts 10,000 profiles and 5 MB a job; it lists profiles by 100 a page. */
const LIMITS = { joined: 5_000, left: 100 };
const [FIRST_LOOK_S, LATER_LOOK_S] = [2, 10];

/** Progress within a page. */
const progressOf = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('step', [
    v.object({ step: v.literal('find') }),
    v.object({ step: v.literal('remove'), ids: v.array(v.string()) }),
    v.object({ step: v.literal('delete') }),
    v.object({ step: v.literal('settle'), refused: v.array(v.string()) }),
    v.object({ step: v.literal('import'), refused: v.array(v.string()) }),
    v.object({
      step: v.literal('importing'),
      job: v.string(),
      refused: v.array(v.string()),
      looks: v.number(),
    }),
  ]),
);
type Progress = v.InferOutput<typeof progressOf>;

const profiles = v.object({
  data: v.array(v.object({ id: v.string(), attributes: v.object({ email: v.nullish(v.string()) }) })),
});
const jobs = v.object({ data: v.array(v.object({ id: v.string() })) });
const startedJob = v.object({ data: v.object({ id: v.string() }) });
const job = v.object({
  data: v.object({
    attributes: v.object({ status: v.string(), failed_count: v.nullish(v.number()) }),
  }),
});
const errors = v.object({
  errors: v.array(
    v.object({ code: v.string(), source: v.nullish(v.object({ pointer: v.nullish(v.string()) })) }),
  ),
});
/** Path of a profile in a job's errors. */
const POINTER = /^\/data\/attributes\/profiles\/data\/(\d+)\//;

/** Next products are custom properties of the profile, which e-mails can name. */
function toAttributes({ id, next }: Entry): object {
  return { email: id, ...(next && { properties: toNextFields(next) }) };
}

/** `url`: address of the service, for tests. */
export function createKlaviyoDestination(options: RequestOptions, url = KLAVIYO_URL): DestinationKind {
  const computeHash = ({ id }: Entry): string => hash64(id).toString(16);

  async function call(
    { secret }: SendingContext,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<ReceiverResponse | Refusal> {
    try {
      const response = await requestOnce(
        {
          method,
          url: `${url}${path}`,
          headers: {
            Authorization: `Klaviyo-API-Key ${secret}`,
            Accept: 'application/vnd.api+json',
            revision: REVISION,
            ...(body && { 'Content-Type': 'application/vnd.api+json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          timeoutMs: TIMEOUT_MS,
          maxAnswerBytes: MAX_ANSWER_BYTES,
        },
        options,
      );
      return parseRefusal(response) ?? response;
    } catch (error) {
      return {
        outcome: 'retry',
        problem: error instanceof NoResponseError ? error.because : describeConnectionFailure(error),
      };
    }
  }

  async function find(page: PageToSend, context: SendingContext): Promise<SendOutcome> {
    const addresses = [...page.left, ...page.erased].map(({ id }) => id);
    const query = new URLSearchParams({
      filter: `any(email,${JSON.stringify(addresses)})`,
      'fields[profile]': 'email',
      'page[size]': '100',
    });
    const found = await call(context, 'GET', `/api/profiles?${query}`);
    if ('outcome' in found) return found;
    const known = read(profiles, found);
    if (known === undefined) return retryUnreadable(found);
    const wanted = new Set(addresses);
    const ids = known.data
      .filter(({ attributes }) => wanted.has(attributes.email?.toLowerCase() ?? ''))
      .map(({ id }) => id);
    return continueWith(ids.length > 0 ? { step: 'remove', ids } : getStepAfterRemoval(page));
  }

  async function remove(
    page: PageToSend,
    context: SendingContext,
    ids: readonly string[],
  ): Promise<SendOutcome> {
    const path = `/api/lists/${encodeURIComponent(context.destination.list_id ?? '')}/relationships/profiles`;
    const data = ids.map((id) => ({ type: 'profile', id }));
    const removed = await call(context, 'DELETE', path, { data });
    return 'outcome' in removed ? removed : continueWith(getStepAfterRemoval(page));
  }

  /** Klaviyo deletes the profile and the person's data some time later. */
  async function forget(page: PageToSend, context: SendingContext): Promise<SendOutcome> {
    const profile = { data: { type: 'profile', attributes: { email: page.erased[0]?.id } } };
    const data = { type: 'data-privacy-deletion-job', attributes: { profile } };
    const asked = await call(context, 'POST', '/api/data-privacy-deletion-jobs', { data });
    // No such profile: an earlier request deleted it.
    return 'outcome' in asked && !isMissing(asked) ? asked : { outcome: 'taken' };
  }

  async function settleJobs(context: SendingContext, refused: readonly string[]): Promise<SendOutcome> {
    const query = new URLSearchParams({
      filter: 'any(status,["queued","processing"])',
      'fields[profile-bulk-import-job]': 'status',
    });
    const found = await call(context, 'GET', `/api/profile-bulk-import-jobs?${query}`);
    if ('outcome' in found) return found;
    const open = read(jobs, found);
    if (open === undefined) return retryUnreadable(found);
    if (open.data.length === 0) return continueWith({ step: 'import', refused: [...refused] });
    return wait({ step: 'settle', refused: [...refused] }, LATER_LOOK_S);
  }

  async function importAll(
    page: PageToSend,
    context: SendingContext,
    refused: readonly string[],
  ): Promise<SendOutcome> {
    const isRefused = new Set(refused);
    const taken = page.joined.filter((entry) => !isRefused.has(computeHash(entry)));
    if (context.isRepeated) return continueWith({ step: 'settle', refused: [...refused] });
    if (taken.length === 0) return { outcome: 'taken', refused: refused.length };
    const attributes = {
      profiles: { data: taken.map((entry) => ({ type: 'profile', attributes: toAttributes(entry) })) },
    };
    const relationships = { lists: { data: [{ type: 'list', id: context.destination.list_id }] } };
    const data = { type: 'profile-bulk-import-job', attributes, relationships };
    const started = await call(context, 'POST', '/api/profile-bulk-import-jobs', { data });
    if ('outcome' in started) {
      const named = pickProfiles(started.named, taken);
      return named.length > 0
        ? continueWith({ step: 'import', refused: [...refused, ...named.map(computeHash)] })
        : started;
    }
    const id = read(startedJob, started)?.data.id;
    if (id === undefined) return retryUnreadable(started);
    return wait({ step: 'importing', job: id, refused: [...refused], looks: 0 }, FIRST_LOOK_S);
  }

  async function checkJob(
    context: SendingContext,
    progress: Extract<Progress, { step: 'importing' }>,
  ): Promise<SendOutcome> {
    const query = 'fields%5Bprofile-bulk-import-job%5D=status,failed_count';
    const path = `/api/profile-bulk-import-jobs/${encodeURIComponent(progress.job)}?${query}`;
    const found = await call(context, 'GET', path);
    // Klaviyo keeps jobs for some days: an older one is started again.
    if (isMissing(found)) return continueWith({ step: 'settle', refused: progress.refused });
    if ('outcome' in found) return found;
    const state = read(job, found)?.data.attributes;
    if (state === undefined) return retryUnreadable(found);
    if (state.status === 'complete' || state.status === 'cancelled')
      return state.status === 'complete'
        ? { outcome: 'taken', refused: progress.refused.length + (state.failed_count ?? 0) }
        : // Starts the job again, which repeats its imports.
          continueWith({ step: 'settle', refused: progress.refused });
    return wait({ ...progress, looks: progress.looks + 1 }, progress.looks < 5 ? FIRST_LOOK_S : LATER_LOOK_S);
  }

  return {
    knownBy: KNOWN_BY.klaviyo,
    limits: LIMITS,
    erasedLimit: 1,
    setting: 'list_id',

    secretProblem: (secret) =>
      /^[\x21-\x7e]+$/.test(secret)
        ? undefined
        : 'expected a private API key: printable ASCII without spaces',

    send(page, context) {
      const progress = v.parse(progressOf, context.progress ?? JSON.stringify(getFirstStep(page)));
      switch (progress.step) {
        case 'find':
          return find(page, context);
        case 'remove':
          return remove(page, context, progress.ids);
        case 'delete':
          return forget(page, context);
        case 'settle':
          return settleJobs(context, progress.refused);
        case 'import':
          return importAll(page, context, progress.refused);
        case 'importing':
          return checkJob(context, progress);
      }
    },
  };
}

function getFirstStep(page: PageToSend): Progress {
  return page.left.length + page.erased.length > 0 ? { step: 'find' } : { step: 'import', refused: [] };
}

function getStepAfterRemoval({ erased }: PageToSend): Progress {
  return erased.length > 0 ? { step: 'delete' } : { step: 'import', refused: [] };
}

const continueWith = (progress: Progress): SendOutcome => ({
  outcome: 'next',
  progress: JSON.stringify(progress),
});
const wait = (progress: Progress, seconds: number): SendOutcome => ({
  outcome: 'wait',
  progress: JSON.stringify(progress),
  seconds,
});

function read<S extends v.GenericSchema>(
  schema: S,
  { body }: ReceiverResponse,
): v.InferOutput<S> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString('utf8'));
  return parsed.success ? parsed.output : undefined;
}

function isMissing(answer: ReceiverResponse | Refusal): boolean {
  return (
    'outcome' in answer &&
    answer.outcome === 'refused' &&
    answer.problem.code === 'service_refused' &&
    answer.problem.params.status === 404
  );
}

/** Retries, because some proxies answer with a page of their own. */
function retryUnreadable({ status }: ReceiverResponse): SendOutcome {
  return { outcome: 'retry', problem: say('service_unreadable', { status }) };
}

type Refusal = Extract<SendOutcome, { outcome: 'retry' | 'refused' }> & {
  readonly named?: readonly number[];
};

/** Undefined for a 2xx. Discards the service's text, which may quote an address. */
function parseRefusal(response: ReceiverResponse): Refusal | undefined {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return undefined;
  const found = read(errors, response)?.errors ?? [];
  const problem: DeliverySentence = say('service_refused', { status, code: found[0]?.code ?? null });
  if (status === 429 || status >= 500 || status === 408) {
    const seconds = Number(headers['retry-after']);
    return { outcome: 'retry', problem, ...(seconds > 0 && { seconds }) };
  }
  if (status === 401 || status === 403)
    return { outcome: 'refused', problem: say('service_denied', { status }) };
  const named = found.flatMap(({ source }) => {
    const [, at] = POINTER.exec(source?.pointer ?? '') ?? [];
    return at === undefined ? [] : [Number(at)];
  });
  return { outcome: 'refused', problem, named };
}

function pickProfiles(named: readonly number[] | undefined, taken: readonly Entry[]): Entry[] {
  return [...new Set(named)].flatMap((at) => taken[at] ?? []);
}
