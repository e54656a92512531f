// Implements the part of SES that digests need: SendEmail. Keeps the e-mails instead of sending them: each as a file in
// a folder, and the newest on a page of the gateway that only this machine reads, because their links are keys. Those to
// the mailbox simulator of SES bounce or are reported as spam:
// https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import { listen } from '../free-port.ts';
import { refuseIfInvalid } from '../signed-requests.ts';

const content = v.object({ Data: v.string() });
const sendEmail = v.object({
  FromEmailAddress: v.string(),
  Destination: v.object({ ToAddresses: v.pipe(v.array(v.string()), v.length(1)) }),
  Content: v.object({
    Simple: v.object({
      Subject: content,
      Body: v.object({ Text: content, Html: content }),
      Headers: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
    }),
  }),
  EmailTags: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
});
const keptMail = v.object({
  at: v.string(),
  from: v.string(),
  to: v.string(),
  subject: v.string(),
  headers: v.record(v.string(), v.string()),
  text: v.string(),
  html: v.string(),
});
export type KeptMail = v.InferOutput<typeof keptMail>;

const SEND_PATH = '/v2/email/outbound-emails';
const OUTBOX_PATH = '/mail';
const BOUNCE = { eventType: 'Bounce', bounce: { bounceType: 'Permanent' } };
/** The list, or one e-mail. */
const ASKED = /^\/mail(?:\/(\d{1,9}))?$/;
/** E-mails on the page, and in memory without a folder. */
const SHOWN = 100;

/** Takes the event of an e-mail that came back, as JSON. */
type TakeReturned = (message: string) => Promise<unknown>;

const SIMULATED = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

export interface LocalMail {
  readonly endpoint: string;
  /** From now on, e-mails that come back are reported here. */
  report(take: TakeReturned): void;
  /** Answers a request for the page or one of its e-mails; returns false, without an effect, for any other. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  stop(): Promise<void>;
}

/** `folder`: undefined keeps the newest e-mails in memory. */
export async function startMail(folder: string | undefined): Promise<LocalMail> {
  const outbox = folder === undefined ? createMemory() : createFolder(folder);
  const takers: TakeReturned[] = [];

  async function send(request: IncomingMessage): Promise<object> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const { FromEmailAddress, Destination, Content, EmailTags } = v.parse(
      sendEmail,
      JSON.parse(Buffer.concat(parts).toString('utf8')),
    );
    const { Subject, Body, Headers } = Content.Simple;
    const at = new Date().toISOString();
    const id = outbox.keep({
      ...{ at, from: FromEmailAddress, to: Destination.ToAddresses.join(), subject: Subject.Data },
      headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
      ...{ text: Body.Text.Data, html: Body.Html.Data },
    });
    const [, kind] = SIMULATED.exec(Destination.ToAddresses.join()) ?? [];
    if (kind !== undefined) {
      const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]));
      const event = kind.toLowerCase() === 'bounce' ? BOUNCE : { eventType: 'Complaint' };
      const message = JSON.stringify({ ...event, mail: { tags } });
      // The function that takes it logs its own errors.
      for (const take of takers) take(message).catch(() => undefined);
    }
    return { MessageId: id };
  }

  const server = createServer(async (request, response) => {
    if (refuseIfInvalid(request, response)) return;
    response.setHeader('Content-Type', 'application/json');
    try {
      if (request.method !== 'POST' || request.url !== SEND_PATH) throw new Error('not supported');
      response.end(JSON.stringify(await send(request)));
    } catch (error) {
      response.statusCode = 400;
      response.setHeader('x-amzn-errortype', 'BadRequestException');
      response.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    }
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    report: (take) => void takers.push(take),
    async answer(request, response) {
      const found = ASKED.exec(request.url ?? '');
      if (found === null || request.method !== 'GET' || !isThisMachine(request)) return false;
      const [, id] = found;
      const mail = id === undefined ? undefined : outbox.read(id);
      if (id !== undefined && mail === undefined) return false;
      // E-mails run nothing and load nothing, as in a mail program.
      response.setHeader(
        'Content-Security-Policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'",
      );
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(mail === undefined ? writeList(outbox.list()) : writeMail(mail));
      return true;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A page elsewhere could otherwise read the e-mails by a name that it lets resolve to this machine. */
function isThisMachine({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(headers.host ?? '');
}

interface Outbox {
  /** Returns the id of the e-mail: a number that grows. */
  keep(mail: KeptMail): string;
  read(id: string): KeptMail | undefined;
  /** Newest first. */
  list(): readonly (readonly [id: string, mail: KeptMail])[];
}

function createMemory(): Outbox {
  const kept = new Map<string, KeptMail>();
  let last = 0;
  return {
    keep(mail) {
      const id = String(++last);
      kept.set(id, mail).delete(String(last - SHOWN));
      return id;
    },
    read: (id) => kept.get(id),
    list: () => [...kept].reverse(),
  };
}

function createFolder(folder: string): Outbox {
  const toFile = (id: string): string => join(folder, `${id.padStart(6, '0')}.json`);
  const read = (id: string): KeptMail | undefined => {
    try {
      return v.parse(keptMail, JSON.parse(readFileSync(toFile(id), 'utf8')));
    } catch {
      return undefined;
    }
  };
  const listIds = (): number[] =>
    readdirSync(folder)
      .map((name) => Number.parseInt(name, 10))
      .filter(Number.isInteger)
      .sort((a, b) => b - a);
  // Only the user of this machine reads the links in them.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let last = listIds()[0] ?? 0;
  return {
    keep(mail) {
      const id = String(++last);
      writeFileSync(toFile(id), JSON.stringify(mail, undefined, 2), { mode: 0o600 });
      return id;
    },
    read,
    list: () =>
      listIds()
        .slice(0, SHOWN)
        .flatMap((number) => {
          const mail = read(String(number));
          return mail === undefined ? [] : [[String(number), mail] as const];
        }),
  };
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const writePage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:48em;margin:2em auto;padding:0 1em">${body}</body></html>`;

function writeList(mails: ReturnType<Outbox['list']>): string {
  const rows = mails.map(
    ([id, { at, to, subject }]) =>
      `<li><a href="${OUTBOX_PATH}/${id}">${escapeHtml(subject)}</a><br>${escapeHtml(to)}, ${escapeHtml(at)}</li>`,
  );
  const list = rows.length === 0 ? '<p>There are none yet.</p>' : `<ul>${rows.join('')}</ul>`;
  return writePage(
    'E-mails',
    `<h1>E-mails</h1><p>The local cloud keeps e-mails here and sends none.</p>${list}`,
  );
}

function writeMail({ from, to, at, subject, headers, text, html }: KeptMail): string {
  const fields = { From: from, To: to, Date: at, Subject: subject, ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${escapeHtml(name)}: ${escapeHtml(value)}<br>`);
  // The links of the e-mail open outside of the page.
  const body = html.replaceAll('<a href=', '<a target="_blank" rel="noopener" href=');
  return writePage(
    subject,
    `<p><a href="${OUTBOX_PATH}">All e-mails</a></p><p>${head.join('')}</p><hr>${body}<hr><pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>`,
  );
}
