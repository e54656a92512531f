// Simulates receivers that are down, slow, endless, gone, redirecting, or back after n attempts: every attempt is
// logged, at the times of the schedule and no more often; and the report keeps its final status.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { BlockList, Socket, type SocketAddress } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from '../../../src/service/reports/deliveries.ts';
import { UNFINISHED_INDEX } from '../../../src/service/tables/service-table.ts';
import type { RequestOptions } from '../../../src/service/webhooks/request.ts';
import { drawBelow, type Random } from '../../harness/random/random.ts';
import type { Behaviour } from '../../harness/webhook-receivers.ts';
import type { Engines } from '../ingest/engines.ts';
import { runOutOfTurn } from '../ingest/faults.ts';
import type { Drill } from '../ingest/run.ts';
import { playInReportRun, type ReportRun } from '../reports/run.ts';

// Records every connection of a piece of work where Node opens it, after DNS resolution. None leaves this machine:
// connections to other addresses are recorded and then refused.
export interface Connections {
  /** Target addresses of connections, with their ports if there were any. */
  readonly addresses: { readonly address: string; readonly port?: number }[];
  /** Bytes read by each closed connection. */
  readonly bytesRead: number[];
}

const watched = new AsyncLocalStorage<Connections>();

/** Node checks a socket's block list for each address just before it connects. */
class Watch extends BlockList {
  private readonly seen: Connections;

  constructor(seen: Connections) {
    super();
    this.seen = seen;
  }

  override check(given: string | SocketAddress): boolean {
    const address = typeof given === 'string' ? given : given.address;
    const isHere = /^(127\.|::1$)/.test(address);
    // A connection on this machine is recorded below, with its port.
    if (!isHere) this.seen.addresses.push({ address });
    return !isHere;
  }
}

let isSubscribed = false;

function subscribeOnce(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('net.client.socket', (message) => {
    const seen = watched.getStore();
    if (seen === undefined || typeof message !== 'object' || message === null || !('socket' in message))
      return;
    const { socket } = message;
    if (!(socket instanceof Socket)) return;
    Object.assign(socket, { blockList: new Watch(seen) });
    socket.on('connectionAttempt', (address: string, port: number) => {
      if (/^(127\.|::1$)/.test(address)) seen.addresses.push({ address, port });
    });
    socket.once('close', () => seen.bytesRead.push(socket.bytesRead));
  });
}

function createConnections(): Connections {
  return { addresses: [], bytesRead: [] };
}

/** Records in `seen` the connections that the work opens. */
function watchConnections<T>(seen: Connections, work: () => Promise<T>): Promise<T> {
  subscribeOnce();
  return watched.run(seen, work);
}

// Computes the expected delivery log of a report, attempt by attempt, given the receiver's responses.

/** Seconds after attempts 1 to 9, as documented; the tenth attempt is the last. */
const WAITS_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000];
const MAX_ATTEMPTS = WAITS_S.length + 1;

/** `status`: missing if there was no response. */
export interface ReceiverAnswer {
  readonly status?: number;
  readonly verdict: 'taken' | 'refused' | 'gone';
}

/** Lists the responses until the schedule ends. */
function listAttempts(answers: readonly ReceiverAnswer[]): ReceiverAnswer[] {
  const end = answers.findIndex(({ verdict }) => verdict !== 'refused');
  return answers.slice(0, end === -1 ? MAX_ATTEMPTS : Math.min(MAX_ATTEMPTS, end + 1));
}

/** `createAnswer`: the responses to the attempts that were due. */
function checkSchedule(logged: readonly Delivery[], answers: readonly ReceiverAnswer[]): string[] {
  const wrong: string[] = [];
  if (logged.length !== answers.length)
    wrong.push(`${logged.length} attempts are logged, expected ${answers.length}`);
  for (const [at, entry] of logged.entries()) {
    const answer = answers[at];
    if (answer === undefined) continue;
    const isLast = at + 1 === MAX_ATTEMPTS;
    const isOver = answer.verdict !== 'refused' || isLast;
    const expected = {
      attempt: at + 1,
      trigger: 'schedule',
      outcome: answer.verdict === 'taken' ? 'delivered' : isOver ? 'given_up' : 'retry',
      ...(answer.status !== undefined && { response_status: answer.status }),
    };
    const { attempt, trigger, outcome, response_status } = entry;
    const found = { attempt, trigger, outcome, ...(response_status !== undefined && { response_status }) };
    if (!isDeepStrictEqual(found, expected))
      wrong.push(`attempt ${at + 1} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    if ((entry.next_at !== undefined) !== (expected.outcome === 'retry'))
      wrong.push(`attempt ${at + 1} has next_at ${entry.next_at}`);
    const waited = Date.parse(entry.next_at ?? '') - Date.parse(entry.at) - entry.duration_ms;
    if (entry.next_at !== undefined && waited !== (WAITS_S[at] ?? 0) * 1_000)
      wrong.push(`attempt ${at + 1} is followed after ${waited} ms, expected ${WAITS_S[at]} s`);
    const next = logged[at + 1];
    if (next !== undefined && next.at !== entry.next_at)
      wrong.push(`attempt ${at + 2} was at ${next.at}, but was due at ${entry.next_at}`);
  }
  return wrong;
}

/** The time limit of an attempt, as documented. */
const LIMIT_MS = 10_000;
const METADATA = 'http://169.254.169.254/latest/meta-data/';
/** The part of a response that is read: up to 64 kB, plus what arrived with its last byte. */
const MOST_BYTES = 64_000 + 2 * 65_536;

interface Kind extends ReceiverAnswer {
  readonly isSlow?: true;
  readonly behave: (response: ServerResponse) => unknown;
}

const createAnswer = (status: number, verdict: ReceiverAnswer['verdict'], headers = {}): Kind => ({
  status,
  verdict,
  behave: (response) => response.writeHead(status, headers).end('x'),
});
const createEndlessAnswer = (status: number, verdict: ReceiverAnswer['verdict']): Kind => ({
  status,
  verdict,
  behave(response) {
    response.writeHead(status);
    const writeMore = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on('drain', writeMore);
    writeMore();
  },
});

const REFUSALS: readonly Kind[] = [
  createAnswer(500, 'refused'),
  createAnswer(503, 'refused'),
  createAnswer(404, 'refused'),
  createAnswer(429, 'refused'),
  createEndlessAnswer(502, 'refused'),
  // A slow receiver: the attempt's time is over when the request has arrived.
  { verdict: 'refused', isSlow: true, behave: () => undefined },
  { verdict: 'refused', behave: (response) => response.destroy() },
];
const ENDS: readonly Kind[] = [
  createAnswer(200, 'taken'),
  createAnswer(204, 'taken'),
  createEndlessAnswer(200, 'taken'),
  createAnswer(410, 'gone'),
  ...[301, 302, 303, 307, 308].map((status) => createAnswer(status, 'gone', { Location: METADATA })),
];

/** Plays a script; a request beyond it is an error: accepted at once, and counted. */
function playScript(script: readonly Kind[]): Behaviour {
  return (response, call) => {
    response.on('error', () => undefined);
    (script[call - 1] ?? createAnswer(200, 'taken')).behave(response);
  };
}

/** An address where nothing listens. */
const NOBODY = 'http://127.0.0.1:1/';

function drawScript(random: Random): Kind[] {
  const pickKind = (kinds: readonly Kind[]): Kind =>
    kinds[drawBelow(random, kinds.length)] ?? createAnswer(500, 'refused');
  const script = Array.from({ length: drawBelow(random, 12) }, () => pickKind(REFUSALS));
  return [...script, pickKind(ENDS)];
}

/**
 * Checks that the report does not change after its end, whatever happens to its webhook, and that its events carry the
 * time of that end.
 */
async function checkEnded(run: ReportRun, reportId: string): Promise<string[]> {
  const item = await run.stores.reports.get({ accountId: run.accountId, reportId });
  const wrong: string[] = [];
  // It was requested without any orders.
  if (item?.status !== 'Completed with warnings') wrong.push(`the report is ${item?.status}`);
  if (item?.told_at === undefined) wrong.push('the webhook is neither delivered nor abandoned');
  if (item?.[UNFINISHED_INDEX.partition] !== undefined) wrong.push('work is left to do');
  for (const { body } of run.receiver.received) {
    const { timestamp, status } = JSON.parse(body);
    if (timestamp !== item?.updated_at || status !== item?.status)
      wrong.push(`the report is ${item?.status} since ${item?.updated_at}, but an event has ${body}`);
  }
  return wrong;
}

/** Observes sends down to their connections. `timeLimit`: replaces timers. */
function watchSends(engines: Engines, seen: Connections, timeLimit?: RequestOptions['timeLimit']): Engines {
  return {
    ...engines,
    createSend(options) {
      const send = engines.createSend({ ...options, ...(timeLimit && { timeLimit }) });
      return (webhook) => watchConnections(seen, () => send(webhook));
    },
  };
}

export const receivers: Drill = {
  name: 'receiver',
  about: 'a receiver of webhooks that is down, slow, endless, gone, redirecting, and back after n attempts',
  // An attempt without a time limit never ends.
  longestMs: 30_000,
  run(seed, engines) {
    const seen = createConnections();
    const isDown = seed % 10 === 0;
    let script: Kind[] = [];
    const limits: number[] = [];
    let attempt = new AbortController();
    return playInReportRun(
      seed,
      watchSends(engines, seen, (ms) => {
        limits.push(ms);
        attempt = new AbortController();
        return attempt.signal;
      }),
      ({ random }) => {
        script = isDown
          ? Array<Kind>(12).fill({ verdict: 'refused', behave: () => undefined })
          : drawScript(random);
        const behaviour = playScript(script);
        return {
          behaviour(response, call) {
            behaviour(response, call);
            if (script[call - 1]?.isSlow) attempt.abort();
          },
          send: { receivers: 'any' },
        };
      },
      async (run) => {
        const url = isDown ? NOBODY : run.receiver.url;
        const id = await run.ask({ template: 'standard_mba', webhook_url: url });
        if (id === undefined) return ['the request died'];
        await run.untilIdle();
        return runOutOfTurn(async () => {
          const key = { accountId: run.accountId, reportId: id };
          const expected = listAttempts(script);
          const logged = await run.stores.deliveries.list(key);
          const port = Number(new URL(url).port);
          const wrong = [...checkSchedule(logged, expected), ...(await checkEnded(run, id))];
          const attempts = isDown ? seen.addresses.length : run.receiver.received.length;
          if (attempts !== expected.length)
            wrong.push(`${attempts} attempts were made, expected ${expected.length}`);
          if (seen.addresses.length !== attempts)
            wrong.push(`${seen.addresses.length} connections for ${attempts} attempts`);
          for (const connection of seen.addresses)
            if (connection.port !== port) wrong.push(`a connection to ${JSON.stringify(connection)}`);
          for (const bytes of seen.bytesRead) if (bytes > MOST_BYTES) wrong.push(`${bytes} bytes were read`);
          for (const ms of limits) if (ms !== LIMIT_MS) wrong.push(`an attempt may take ${ms} ms`);
          const bodies = new Set(run.receiver.received.map(({ body }) => body));
          if (bodies.size > 1) wrong.push(`${bodies.size} different bodies were sent`);
          return wrong;
        });
      },
    );
  },
};
