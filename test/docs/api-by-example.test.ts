// docs/api-by-example.md: its examples, run from top to bottom in each language by an account of its own, print what
// the page shows.
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
  compareAnswer,
  type Example,
  findMissing,
  installClient,
  type Language,
  listExamples,
  runExamples,
} from './examples.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/api-by-example.md'), 'utf8');
const examples = listExamples(page);
const target = useTarget();
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-api-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const filterByLanguage = (language: Language): Example[] =>
  examples.filter((example) => example.language === language);
/** The deep run has all three languages: each starts its own programs. */
const programs = chooseCases<Language>(['ts'], ['sh', 'python']).map((language) => ({
  language,
  missing: findMissing(language),
}));

/** The request of the page that waits when it is refused: the front refuses it once for each key. */
const PATIENT_REQUEST = '/reports?report_type=RFM&limit=1';

/**
 * A proxy to the API that refuses the patient request once with a wait of a second: a real wait could take a minute.
 */
function createBusyFront(baseUrl: string): { server: Server; seen: () => string[]; refused: () => number } {
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
  // Node's default of 5 s can pass between two requests on a busy machine: the server would close the connection in
  // use.
  server.keepAliveTimeout = 65_000;
  return { server, seen: () => seen.splice(0), refused: () => met.size };
}

/** Whether a request for the operation was seen: `GET /reports/01ARZ…` is one for GET /reports/{id}. */
function isAsked({ method, path }: { method: string; path: string }, seen: readonly string[]): boolean {
  const asked = new RegExp(`^${method} ${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return seen.some((request) => asked.test(request));
}

let front: ReturnType<typeof createBusyFront>;
let api = '';
/** Accepts every webhook. */
const receiver = createServer((_, response) => response.writeHead(204).end());
let receiverUrl = '';
beforeAll(async () => {
  front = createBusyFront(target.baseUrl);
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

describe.each(programs)('docs/api-by-example.md in $language', ({ language, missing }) => {
  it.skipIf(missing.length > 0)(
    'prints what the page shows for every example, and requests every operation',
    { timeout: 120_000 },
    async () => {
      const createKey = async (...args: Parameters<typeof target.local.newAccount>) =>
        (await target.local.newAccount(...args)).apiKey;
      const { accountId } = await target.local.newAccount('max');
      const env = {
        ADMIN_KEY: await target.local.operations.createKey(accountId, 'admin'),
        API: api,
        RECEIVER: receiverUrl,
        KEY: await createKey('max', { requestsPerMinute: 600 }),
        PRO_KEY: await createKey('pro'),
        SPENT_KEY: await createKey('max', { monthlyReports: 0 }),
        BUSY_KEY: await createKey('max', { requestsPerMinute: 1 }),
      };
      const own = filterByLanguage(language);
      const refusedBefore = front.refused();
      front.seen();
      const printed = await runExamples(language, own, mkdtempSync(join(dir, language)), env);
      const wrong = own.flatMap(({ place, answer }, i) => {
        const found = answer && compareAnswer(printed[i] ?? '', answer);
        return found === undefined ? [] : [`${place}: ${found}`];
      });
      expect(wrong).toEqual([]);
      expect(front.refused()).toBe(refusedBefore + 1);
      const seen = front.seen();
      expect(OPERATIONS.filter((operation) => !isAsked(operation, seen))).toEqual([]);
    },
  );
});

it('shows an answer for every example except the definition of a function', () => {
  const silent = examples
    .filter(({ answer }) => answer === undefined)
    .map(({ place }) => place.replace(/,.*/, ''));
  expect([...new Set(silent)]).toEqual(['A function to call it']);
});
