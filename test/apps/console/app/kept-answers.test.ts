// Tests how long the page keeps answers of the service before it requests them again.
import { describe, expect, it, vi } from 'vitest';
import { keepAnswers } from '../../../../apps/console/app/loading/kept-answers.ts';

const BASE = 'https://api.example/api/v1';

/** Creates a service whose answers hold the number of the request. */
function createCountingService(state = 'Completed') {
  const asked: string[] = [];
  let now = 0;
  const kept = keepAnswers(
    async (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${String(input).slice(BASE.length)}`);
      init?.signal?.throwIfAborted();
      return Response.json({ status: state, request: asked.length }, { headers: { ETag: '"1"' } });
    },
    { now: () => now },
  );
  const read = async (path: string, init?: RequestInit): Promise<number> => {
    const body: { readonly request: number } = JSON.parse(
      await (await kept.fetch(`${BASE}${path}`, init)).text(),
    );
    return body.request;
  };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { asked, kept, read, pass };
}

describe('kept answers of the service', () => {
  it('stay for a finished report and its lists, and expire after 30 s otherwise', async () => {
    const { asked, read, pass } = createCountingService();
    for (const round of [1, 2]) {
      for (const path of [
        '/reports/01A',
        '/reports/01A/customers?limit=100',
        '/datasets',
        '/reports?limit=20',
      ])
        await read(path);
      expect(asked).toHaveLength(round === 1 ? 4 : 6);
      pass(30_001);
    }
    expect(asked.slice(4)).toEqual(['GET /datasets', 'GET /reports?limit=20']);
  });

  it('exclude long polls, and expire for a report in progress and for the files of a report', async () => {
    const { read, pass } = createCountingService('Processing');
    expect(await read('/reports/01A')).toBe(1);
    pass(30_001);
    expect(await read('/reports/01A')).toBe(2);
    const { read: readDone, pass: passDone } = createCountingService();
    expect(await readDone('/reports/01A', { headers: { Prefer: 'wait=20' } })).toBe(1);
    expect(await readDone('/reports/01A', { headers: { Prefer: 'wait=20' } })).toBe(2);
    expect(await readDone('/reports/01A/exports')).toBe(3);
    passDone(30_001);
    expect(await readDone('/reports/01A/exports')).toBe(4);
  });

  it('are shared by views that request them at the same time, even if one view closes', async () => {
    const { asked, read } = createCountingService();
    const leaving = new AbortController();
    const left = read('/usage', { signal: leaving.signal });
    const stayed = read('/usage');
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect([await stayed, asked.length]).toEqual([1, 1]);
  });

  it('are dropped after a change, except finished reports, which are dropped after an erasure and on reload', async () => {
    const { kept, read } = createCountingService();
    await read('/reports/01A');
    await read('/datasets');
    await read('/reports', { method: 'POST' });
    expect([await read('/reports/01A'), await read('/datasets')]).toEqual([1, 4]);
    await read('/customers/c1', { method: 'DELETE' });
    expect(await read('/reports/01A')).toBe(6);
    kept.forget();
    expect(await read('/reports/01A')).toBe(7);
  });

  it('are dropped when a report or an import that has ended changes them', async () => {
    const { kept, read } = createCountingService();
    for (const path of ['/reports/01A', '/reports?limit=20', '/datasets']) await read(path);
    kept.forget('reports');
    expect([await read('/reports/01A'), await read('/datasets'), await read('/reports?limit=20')]).toEqual([
      1, 3, 4,
    ]);
    kept.forget('all');
    expect([await read('/reports/01A'), await read('/datasets'), await read('/reports?limit=20')]).toEqual([
      1, 5, 6,
    ]);
  });

  it('stand in beyond the limit, also after a reload, until a later read is answered', async () => {
    let [isRefusing, asked] = [false, 0];
    const refused: (readonly [ms: number, isOld: boolean])[] = [];
    const ask = async (): Promise<Response> => {
      asked++;
      return isRefusing
        ? Response.json({}, { status: 429, headers: { 'Retry-After': '7' } })
        : Response.json({ request: asked });
    };
    const onLimit = (...limit: readonly [ms: number, isOld: boolean]): void => void refused.push(limit);
    const before = keepAnswers(ask, { onLimit });
    for (const path of ['/datasets', '/reports/01A', '/reports/01A/customers?limit=100'])
      await before.fetch(`${BASE}${path}`);
    const last = before.listLast();
    expect(last).toEqual([
      [`${BASE}/datasets`, '{"request":1}'],
      [`${BASE}/reports/01A`, '{"request":2}'],
    ]);
    const after = keepAnswers(ask, { last, onLimit });
    const read = async (path: string): Promise<unknown> =>
      JSON.parse(await (await after.fetch(`${BASE}${path}`)).text());
    isRefusing = true;
    expect([await read('/datasets'), await read('/datasets')]).toEqual([{ request: 1 }, { request: 1 }]);
    expect([asked, refused]).toEqual([
      5,
      [
        [7_000, true],
        [7_000, true],
      ],
    ]);
    isRefusing = false;
    expect(await read('/datasets')).toEqual({ request: 6 });
    await after.fetch(`${BASE}/customers/c1`, { method: 'DELETE' });
    expect(after.listLast()).toEqual([]);
  });

  it('are awaited beyond the limit if there is no earlier one, and hold no other read', async () => {
    vi.useFakeTimers();
    const waits: number[] = [];
    let asked = 0;
    const kept = keepAnswers(
      async (url) => {
        const isRefused = String(url).endsWith('/usage') && ++asked === 1;
        return Response.json(
          { asked },
          {
            status: isRefused ? 429 : 200,
            headers: { 'Retry-After': '7', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Limit': '60' },
          },
        );
      },
      { onLimit: (ms) => waits.push(ms) },
    );
    const late = kept.fetch(`${BASE}/usage`);
    const other = await kept.fetch(`${BASE}/datasets`, { headers: { Prefer: 'wait=20' } });
    expect([other.status, other.headers.get('x-ratelimit-remaining')]).toEqual([200, null]);
    expect([asked, waits]).toEqual([1, [7_000]]);
    await vi.advanceTimersByTimeAsync(7_000);
    expect([(await late).status, asked]).toEqual([200, 2]);
    vi.useRealTimers();
  });

  it('exclude errors', async () => {
    let asked = 0;
    const { fetch } = keepAnswers(async () =>
      Response.json({ error: 'no' }, { status: ++asked === 1 ? 429 : 200 }),
    );
    expect([(await fetch(`${BASE}/datasets`)).status, (await fetch(`${BASE}/datasets`)).status]).toEqual([
      429, 200,
    ]);
  });
});
