// Caches answers of the service, so that the back button or the next view takes no request of the account's limit. A
// finished report never changes; everything else is kept for some seconds, or until this page changes something. The
// cache is in memory only, and is cleared with the key.

import { awaitUnlessAborted } from '../../../../packages/client/src/waiting.ts';

const FRESH_MS = 30_000;
/** Limit in bytes; a report has up to six million. */
const MOST_KEPT = 30_000_000;
/** Matches reports, their customers, rules and profiles, but no files made from them, which have a state. */
const OF_REPORT = /\/reports\/\w+(?:\/(?:customers|rules|product-profile))?(?:\?|$)/;

/** Answers that may have changed: those about reports, or all. */
export type ChangingAnswers = 'reports' | 'all';

interface Answer {
  readonly status: number;
  /** The body as received: parsing megabytes takes time, and each reader parses its own. */
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

const ABOUT_REPORTS = /\/reports(?:[/?]|$)/;

interface Entry {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  /** Readers that wait for the answer. Without any, the request is aborted. */
  readers: number;
  isFinal: boolean;
  /** In milliseconds. Until the answer is there, all readers share the request. */
  freshUntil: number;
  size: number;
}

interface KeptAnswers {
  readonly fetch: typeof fetch;
  /** Makes the next reads come from the service; `changing` keeps finished reports. */
  forget(changing?: ChangingAnswers): void;
}

export function keepAnswers(ask: typeof fetch, now: () => number = () => performance.now()): KeptAnswers {
  const entries = new Map<string, Entry>();

  function begin(url: string, init: RequestInit): Entry {
    const controller = new AbortController();
    const entry: Entry = {
      answer: ask(url, { ...init, signal: controller.signal }).then(readAnswer),
      controller,
      ...{ readers: 0, isFinal: false, freshUntil: Number.POSITIVE_INFINITY, size: 0 },
    };
    const drop = (): void => {
      if (entries.get(url) === entry) entries.delete(url);
    };
    entry.answer.then(({ status, body }) => {
      if (status !== 200) return drop();
      entry.size = body.byteLength;
      entry.isFinal = OF_REPORT.test(url) && !isInProgress(body);
      if (!entry.isFinal) entry.freshUntil = now() + FRESH_MS;
      makeRoom();
    }, drop);
    entries.set(url, entry);
    return entry;
  }

  async function read(url: string, init: RequestInit): Promise<Response> {
    const known = entries.get(url);
    const entry = known !== undefined && known.freshUntil > now() ? known : begin(url, init);
    entry.readers++;
    try {
      const { status, body, headers } = await (init.signal
        ? awaitUnlessAborted(entry.answer, init.signal)
        : entry.answer);
      return new Response(body, { status, headers });
    } finally {
      entry.readers--;
      // An entry that has its answer is not affected.
      if (entry.readers === 0) entry.controller.abort(init.signal?.reason);
    }
  }

  /** Removes the oldest entries first. */
  function makeRoom(): void {
    let kept = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [url, { size }] of entries) {
      if (kept <= MOST_KEPT) return;
      entries.delete(url);
      kept -= size;
    }
  }

  function forgetAfter(method: string): void {
    for (const [url, { isFinal }] of entries) if (method === 'DELETE' || !isFinal) entries.delete(url);
  }

  return {
    fetch: async (input, init = {}) => {
      const { method = 'GET' } = init;
      const headers = new Headers(init.headers);
      if (method !== 'GET') {
        forgetAfter(method);
        // An answer read in the meantime may be older than the change.
        return ask(input, init).finally(() => forgetAfter(method));
      }
      const isOwn = headers.has('prefer') || headers.has('if-none-match');
      return isOwn ? ask(input, init) : read(String(input), init);
    },
    forget(changing) {
      for (const [url, { isFinal }] of entries) {
        const isMeant =
          changing === undefined || (!isFinal && (changing === 'all' || ABOUT_REPORTS.test(url)));
        if (isMeant) entries.delete(url);
      }
    },
  };
}

/** Bytes; a report in progress has no lists yet. */
const LONGEST_IN_PROGRESS = 100_000;

function isInProgress(body: ArrayBuffer): boolean {
  return (
    body.byteLength < LONGEST_IN_PROGRESS && new TextDecoder().decode(body).includes('"status":"Processing"')
  );
}

async function readAnswer(response: Response): Promise<Answer> {
  const headers = new Headers(response.headers);
  // These headers describe the earlier request, which is not sent again.
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'content-encoding']) headers.delete(name);
  return { status: response.status, body: await response.arrayBuffer(), headers };
}
