// Caches answers of the service, so that the back button or the next view takes no request of the account's limit. A
// finished report never changes; everything else is kept for some seconds, or until this page changes something. Beyond
// the limit, the last answer stands in for a refusal, and other reads are repeated when the limit allows. The cache is
// cleared with the key.

import { awaitUnlessAborted, pause } from '../../../../packages/client/src/waiting.ts';

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

/** An address and the body of its answer. */
type LastAnswer = readonly [url: string, body: string];

interface KeptAnswers {
  readonly fetch: typeof fetch;
  /** Makes the next reads come from the service; `changing` keeps finished reports. */
  forget(changing?: ChangingAnswers): void;
  /** Lists the answers that the first page shows, for the same page after a reload. */
  listLast(): LastAnswer[];
}

interface KeepOptions {
  readonly now?: () => number;
  /** Answers of this page before a reload. */
  readonly last?: readonly LastAnswer[];
  /** Called at each refusal with the time until the limit allows a request; `isOld`: an older answer stands in. */
  readonly onLimit?: (ms: number, isOld: boolean) => void;
}

/** Matches what the first page reads, which has no list of customers. */
const OF_FIRST_PAGE = /\/(?:datasets|data\/orders|reports|reports\/\w+)(?:\?|$)/;
/** Characters: browsers store five million in a tab. */
const MOST_LAST = 1_500_000;

export function keepAnswers(
  ask: typeof fetch,
  { now = () => performance.now(), last = [], onLimit = () => undefined }: KeepOptions = {},
): KeptAnswers {
  const entries = new Map<string, Entry>();
  /** The last answers by address, also those that are no longer fresh. */
  const former = new Map(last.map(([url, text]) => [url, toAnswer(text)]));

  function begin(url: string, init: RequestInit): Entry {
    const controller = new AbortController();
    const older = former.get(url);
    let freshMs = FRESH_MS;
    const standIn = (): Answer | undefined => {
      // Asked again by the next reader.
      if (older !== undefined) freshMs = 0;
      return older;
    };
    const entry: Entry = {
      answer: askWithin(url, { ...init, signal: controller.signal }, standIn).then(readAnswer),
      controller,
      ...{ readers: 0, isFinal: false, freshUntil: Number.POSITIVE_INFINITY, size: 0 },
    };
    const drop = (): void => {
      if (entries.get(url) === entry) entries.delete(url);
    };
    entry.answer.then((answer) => {
      const { status, body } = answer;
      if (status !== 200) return drop();
      entry.size = body.byteLength;
      entry.isFinal = OF_REPORT.test(url) && !isInProgress(body);
      if (!entry.isFinal) entry.freshUntil = now() + freshMs;
      if (OF_FIRST_PAGE.test(url)) former.set(url, answer);
      makeRoom();
    }, drop);
    entries.set(url, entry);
    return entry;
  }

  /** Waits for the limit here: a client that is refused would hold all its requests, also those with a kept answer. */
  async function askWithin(
    url: Parameters<typeof fetch>[0],
    init: RequestInit,
    standIn?: () => Answer | undefined,
  ): Promise<Response> {
    for (;;) {
      const response = await ask(url, init);
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      if (response.status !== 429 || Number.isNaN(seconds)) return withoutLimit(response);
      const older = standIn?.();
      onLimit(seconds * 1_000, older !== undefined);
      if (older !== undefined) return new Response(older.body, { headers: older.headers });
      await pause(seconds * 1_000, init.signal ?? undefined);
    }
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
    if (method === 'DELETE') former.clear();
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
      return isOwn ? askWithin(input, init) : read(String(input), init);
    },
    forget(changing) {
      for (const [url, { isFinal }] of entries) {
        const isMeant =
          changing === undefined || (!isFinal && (changing === 'all' || ABOUT_REPORTS.test(url)));
        if (isMeant) entries.delete(url);
      }
    },
    listLast() {
      const listed: LastAnswer[] = [];
      let room = MOST_LAST;
      for (const [url, { body }] of [...former].reverse()) {
        room -= body.byteLength;
        if (room >= 0) listed.push([url, new TextDecoder().decode(body)]);
      }
      return listed.reverse();
    },
  };
}

function toAnswer(text: string): Answer {
  const { buffer } = new TextEncoder().encode(text);
  return { status: 200, body: buffer, headers: new Headers() };
}

/** Its headers would make the client hold requests that have a kept answer. */
function withoutLimit({ body, status, headers: given }: Response): Response {
  const headers = new Headers(given);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining']) headers.delete(name);
  return new Response(body, { status, headers });
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
  // The body is decompressed.
  headers.delete('content-encoding');
  return { status: response.status, body: await response.arrayBuffer(), headers };
}
