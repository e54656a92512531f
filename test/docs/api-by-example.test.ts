// docs/api-by-example.md, read from top to bottom in each language by an account of its own: what it prints is what the
// page shows.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as ask, createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../apps/local-cloud/free-port.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { chooseCases } from '../../tools/harness/depth.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import {
  difference,
  type Example,
  examplesIn,
  installClient,
  type Language,
  missingFor,
  runExamples,
} from './examples.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/api-by-example.md'), 'utf8');
const examples = examplesIn(page);
const target = useTarget();
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-api-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const inLanguage = (language: Language): Example[] =>
  examples.filter((example) => example.language === language);
/** Each starts its own programs: the deep run has all three. */
const programs = chooseCases<Language>(['ts'], ['sh', 'python']).map((language) => ({
  language,
  missing: missingFor(language),
}));

/** The request that the page waits with: once refused, so that there is something to wait for. */
const PATIENT_REQUEST = '/reports?report_type=RFM&limit=1';

/** In front of the API, and answers its busiest request as a full minute would: to wait a whole one takes a minute. */
function busyFront(baseUrl: string): { server: Server; seen: () => string[]; refused: () => number } {
  const { origin } = new URL(baseUrl);
  const met = new Set<string>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    seen.push(`${method} ${url.replace('/api/v1', '').replace(/\?.*/, '')}`);
    const who = headers.authorization ?? '';
    if (url.endsWith(PATIENT_REQUEST) && !met.has(who)) {
      met.add(who);
      response.writeHead(429, { 'Retry-After': '1' }).end('{"error":"Rate limit","retry_after_ms":1000}');
      return;
    }
    const { expect: _, ...passed } = headers;
    const onward = ask(`${origin}${url}`, { method, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  // Node's default is 5 s, within which a busy machine may ask again: the connection would be closed under the request.
  server.keepAliveTimeout = 65_000;
  return { server, seen: () => seen.splice(0), refused: () => met.size };
}

/** `GET /reports/01ARZ…` is asked for by GET /reports/{id}. */
function isAsked({ method, path }: { method: string; path: string }, seen: readonly string[]): boolean {
  const asked = new RegExp(`^${method} ${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return seen.some((request) => asked.test(request));
}

let front: ReturnType<typeof busyFront>;
let api = '';
/** Takes every webhook. */
const receiver = createServer((_, response) => response.writeHead(204).end());
let receiverUrl = '';
beforeAll(async () => {
  front = busyFront(target.baseUrl);
  installClient(join(dir, 'node_modules', 'order-analytics'));
  api = `http://127.0.0.1:${await listen(front.server, 0)}/api/v1`;
  receiverUrl = `http://127.0.0.1:${await listen(receiver, 0)}/hooks/reports`;
});
afterAll(() => {
  for (const server of [front.server, receiver]) {
    server.closeAllConnections();
    server.close();
  }
});

describe.each(programs)('in $language', ({ language, missing }) => {
  it.skipIf(missing.length > 0)(
    'every example prints what is shown, and every operation is asked',
    { timeout: 120_000 },
    async () => {
      const keyOf = async (...args: Parameters<typeof target.local.newAccount>) =>
        (await target.local.newAccount(...args)).apiKey;
      const { accountId } = await target.local.newAccount('max');
      const env = {
        ADMIN_KEY: await target.local.operations.createKey(accountId, 'admin'),
        API: api,
        RECEIVER: receiverUrl,
        KEY: await keyOf('max', { requestsPerMinute: 600 }),
        PRO_KEY: await keyOf('pro'),
        SPENT_KEY: await keyOf('max', { monthlyReports: 0 }),
        BUSY_KEY: await keyOf('max', { requestsPerMinute: 1 }),
      };
      const own = inLanguage(language);
      const refusedBefore = front.refused();
      front.seen();
      const printed = await runExamples(language, own, mkdtempSync(join(dir, language)), env);
      const wrong = own.flatMap(({ place, answer }, i) => {
        const found = answer && difference(printed[i] ?? '', answer);
        return found === undefined ? [] : [`${place}: ${found}`];
      });
      expect(wrong).toEqual([]);
      expect(front.refused()).toBe(refusedBefore + 1);
      const seen = front.seen();
      expect(OPERATIONS.filter((operation) => !isAsked(operation, seen))).toEqual([]);
    },
  );
});

it('shows an answer for every example but those that prepare others', () => {
  const silent = examples
    .filter(({ answer }) => answer === undefined)
    .map(({ place }) => place.replace(/,.*/, ''));
  expect([...new Set(silent)]).toEqual(['A function to call it']);
});
