// Simulates Klaviyo: profiles, lists and bulk jobs, over HTTP. It refuses requests that Klaviyo's published description
// does not allow (klaviyo-openapi.json is an excerpt), enforces its rate tiers, and delays jobs. Jobs are applied when
// they complete, in an order that the test decides: a client that does not await them ends with a different list.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as v from 'valibot';
import { listen } from '../../apps/local-cloud/free-port.ts';

const rate = v.pipe(
  v.string(),
  v.regex(/^\d+\/[sm]$/),
  v.transform((text) => Number.parseInt(text, 10)),
);
const excerpt = v.object({
  operations: v.record(
    v.string(),
    v.object({
      ratelimit: v.object({ burst: rate, steady: rate }),
      parameters: v.array(v.object({ name: v.string(), in: v.string(), required: v.optional(v.boolean()) })),
      request: v.optional(v.looseObject({})),
      status: v.number(),
    }),
  ),
});
const { operations } = v.parse(
  excerpt,
  JSON.parse(readFileSync(join(import.meta.dirname, 'klaviyo-openapi.json'), 'utf8')),
);
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const OPERATIONS = Object.entries(operations).map(([name, operation]) => {
  const [method = '', path = ''] = name.split(' ');
  return {
    ...operation,
    name,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    takes: ajv.compile(operation.request ?? true),
  };
});

interface Job {
  readonly id: string;
  status: 'queued' | 'processing' | 'complete';
  readonly emails: readonly string[];
  readonly list: string | undefined;
  failed: number;
}

/** The outcome of the next request: `lost`: it is applied, but its response never arrives. */
export type KlaviyoFault = 'none' | 'down' | 'lost';

const profileData = v.object({
  attributes: v.object({ email: v.string(), properties: v.optional(v.record(v.string(), v.unknown())) }),
});
const jobRequest = v.object({
  data: v.object({
    attributes: v.object({ profiles: v.object({ data: v.array(profileData) }) }),
    relationships: v.optional(v.object({ lists: v.object({ data: v.array(v.object({ id: v.string() })) }) })),
  }),
});
const removal = v.object({ data: v.array(v.object({ id: v.string() })) });
const deletion = v.object({
  data: v.object({ attributes: v.object({ profile: v.object({ data: profileData }) }) }),
});
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface FakeKlaviyo {
  readonly url: string;
  /** Addresses on a list. */
  on(list: string): string[];
  /** Custom properties by address. */
  readonly properties: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Requests by operation, including refused ones. */
  readonly asked: ReadonlyMap<string, number>;
  /** Addresses whose deletion was requested. */
  readonly deleted: ReadonlySet<string>;
  /** Breaches of the description, one sentence each. */
  readonly breaches: readonly string[];
  /** Jobs that have not completed. */
  readonly open: readonly Job[];
  /** Moves a job to its next state. */
  advance(job: Job): void;
  stop(): Promise<void>;
}

export interface FakeKlaviyoOptions {
  readonly key: () => string;
  /** Epoch milliseconds: rate tiers are enforced on it. */
  readonly clock: () => number;
  readonly fault: () => KlaviyoFault;
  /** Whether a job moves to its next state when it is read. */
  readonly works: () => boolean;
}

export async function startFakeKlaviyo(options: FakeKlaviyoOptions): Promise<FakeKlaviyo> {
  const profiles = new Map<string, string>();
  const lists = new Map<string, Set<string>>();
  const jobs = new Map<string, Job>();
  const properties = new Map<string, Readonly<Record<string, unknown>>>();
  const deleted = new Set<string>();
  const asked = new Map<string, number>();
  const breaches: string[] = [];
  const times = new Map<string, number[]>();
  let made = 0;

  const getId = (email: string): string => {
    const known = profiles.get(email);
    if (known !== undefined) return known;
    const id = `P${++made}`;
    profiles.set(email, id);
    return id;
  };
  const getList = (id: string): Set<string> => {
    const found = lists.get(id) ?? new Set();
    lists.set(id, found);
    return found;
  };

  function advance(job: Job): void {
    if (job.status === 'queued') job.status = 'processing';
    else if (job.status === 'processing') {
      job.status = 'complete';
      for (const email of job.emails) if (job.list !== undefined) getList(job.list).add(getId(email));
    }
  }

  /** Returns seconds to wait; undefined if the request is within both tiers. */
  function checkLimit(
    name: string,
    { burst, steady }: { burst: number; steady: number },
  ): number | undefined {
    const now = options.clock();
    const recent = (times.get(name) ?? []).filter((at) => at > now - 60_000);
    times.set(name, recent);
    if (recent.filter((at) => at > now - 1_000).length >= burst) return 1;
    if (recent.length >= steady) return Math.ceil(((recent[0] ?? now) + 60_000 - now) / 1_000);
    recent.push(now);
    return undefined;
  }

  const toView = ({ id, status, emails, failed }: Job) => ({
    type: 'profile-bulk-import-job',
    id,
    attributes: {
      status,
      created_at: '2026-01-01T00:00:00Z',
      total_count: emails.length + failed,
      failed_count: failed,
    },
    links: { self: `https://a.klaviyo.com/api/profile-bulk-import-jobs/${id}/` },
  });

  function apply(name: string, [id = '']: string[], query: URLSearchParams, body: unknown): Reply {
    switch (name) {
      case 'GET /api/profiles': {
        const wanted = listField(query, 'email');
        const data = wanted.flatMap((email) => {
          const known = profiles.get(email);
          const links = { self: `https://a.klaviyo.com/api/profiles/${known}/` };
          return known === undefined ? [] : [{ type: 'profile', id: known, attributes: { email }, links }];
        });
        const size = Number(query.get('page[size]') ?? 20);
        return { status: 200, body: { data: data.slice(0, size) } };
      }
      case 'DELETE /api/lists/{id}/relationships/profiles': {
        const { data } = v.parse(removal, body);
        if (data.length > 1_000) return createRefusal(400, 'too_many');
        for (const profile of data) getList(id).delete(profile.id);
        return { status: 204 };
      }
      case 'POST /api/profile-bulk-import-jobs': {
        const { attributes, relationships } = v.parse(jobRequest, body).data;
        const emails = attributes.profiles.data.map((profile) => profile.attributes.email);
        if (emails.length > 10_000) return createRefusal(400, 'too_many');
        const bad = emails.findIndex((email) => !EMAIL.test(email) || email.endsWith('.invalid'));
        if (bad >= 0)
          return createRefusal(400, 'invalid', `/data/attributes/profiles/data/${bad}/attributes/email`);
        for (const { attributes: own } of attributes.profiles.data)
          if (own.properties !== undefined) properties.set(own.email, own.properties);
        const kept = emails.filter((email) => !email.startsWith('dropped'));
        const job: Job = {
          ...{ id: `J${++made}`, status: 'queued', emails: kept, failed: emails.length - kept.length },
          list: relationships?.lists.data[0]?.id,
        };
        jobs.set(job.id, job);
        return { status: 202, body: { data: toView(job) } };
      }
      case 'GET /api/profile-bulk-import-jobs': {
        const states = listField(query, 'status');
        for (const job of jobs.values()) if (options.works()) advance(job);
        const data = [...jobs.values()].filter(({ status }) => states.includes(status)).map(toView);
        return { status: 200, body: { data } };
      }
      case 'GET /api/profile-bulk-import-jobs/{job_id}': {
        const job = jobs.get(id);
        if (job === undefined) return createRefusal(404, 'not_found');
        if (options.works()) advance(job);
        return { status: 200, body: { data: toView(job) } };
      }
      case 'POST /api/data-privacy-deletion-jobs': {
        const { email } = v.parse(deletion, body).data.attributes.profile.data.attributes;
        deleted.add(email);
        const known = profiles.get(email);
        profiles.delete(email);
        for (const list of lists.values()) if (known !== undefined) list.delete(known);
        return { status: 202 };
      }
      default:
        return createRefusal(404, 'not_found');
    }
  }

  function answer(request: IncomingMessage, text: string): Reply {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const found = OPERATIONS.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    );
    if (found === undefined) return recordBreach(`${request.method} ${pathname} is not described`);
    const { name } = found;
    asked.set(name, (asked.get(name) ?? 0) + 1);
    for (const parameter of found.parameters)
      if (parameter.required === true && parameter.in === 'header' && !request.headers[parameter.name])
        return recordBreach(`${name}: no header ${parameter.name}`);
    for (const given of searchParams.keys())
      if (!found.parameters.some((parameter) => parameter.name === given))
        return recordBreach(`${name}: no parameter ${given}`);
    if (request.headers.authorization !== `Klaviyo-API-Key ${options.key()}`)
      return createRefusal(401, 'not_authenticated');
    const wait = checkLimit(name, found.ratelimit);
    if (wait !== undefined)
      return { ...createRefusal(429, 'throttled'), headers: { 'Retry-After': String(wait) } };
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (body !== undefined && request.headers['content-type'] !== 'application/vnd.api+json')
      return recordBreach(`${name}: content type ${request.headers['content-type']}`);
    if (!found.takes(body)) return recordBreach(`${name}: ${ajv.errorsText(found.takes.errors)}`);
    const ids = found.pattern.exec(pathname)?.slice(1) ?? [];
    return apply(name, ids, searchParams, body);
  }

  function recordBreach(sentence: string): Reply {
    breaches.push(sentence);
    return createRefusal(400, 'invalid');
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const fault = options.fault();
    const reply =
      fault === 'down' ? createRefusal(503, 'unavailable') : answer(request, Buffer.concat(parts).toString());
    if (fault === 'lost') return response.destroy();
    response.writeHead(reply.status, { 'Content-Type': 'application/vnd.api+json', ...reply.headers });
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    on(list) {
      const ids = getList(list);
      return [...profiles].flatMap(([email, id]) => (ids.has(id) ? [email] : [])).sort();
    },
    properties,
    asked,
    deleted,
    breaches,
    get open() {
      return [...jobs.values()].filter(({ status }) => status !== 'complete');
    },
    advance,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function createRefusal(status: number, code: string, pointer = '/data'): Reply {
  return { status, body: { errors: [{ id: '1', code, title: code, detail: code, source: { pointer } }] } };
}

/** Parses `any(field,["a","b"])`. */
function listField(query: URLSearchParams, field: string): string[] {
  const [, text = '[]'] = new RegExp(`^any\\(${field},(\\[.*\\])\\)$`).exec(query.get('filter') ?? '') ?? [];
  return v.parse(v.array(v.string()), JSON.parse(text));
}
