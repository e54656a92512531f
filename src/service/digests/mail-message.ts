// Digests, and requests to confirm an address, as e-mails: plain text, and HTML of tables and inline styles, which
// Outlook shows. It sets neither colours nor backgrounds, so that dark mode applies. All texts are escaped. A request
// to confirm holds no text of the account, because anybody may be asked.
import { fill } from '../../../packages/report-parts/names.ts';
import type { DigestLanguage } from '../../contract/resources/webhook-endpoints.ts';
import { CONFIRMATION_DAYS } from '../../contract/schema/limits.ts';
import type { Digest, DigestItem } from './compose-digest.ts';
import MAIL_WORDS from './mail-words.json' with { type: 'json' };

export interface MailMessage {
  /** Name of the sender. */
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A paragraph: lines of text, and a link after them. */
interface Part {
  readonly title?: string | undefined;
  readonly lines: readonly string[];
  readonly small?: string | undefined;
  readonly link?: Pick<DigestItem, 'url' | 'show'> | undefined;
}

export function formatDigestMail(digest: Digest, unsubscribeUrl: string): MailMessage {
  const { language, subject, remarks, items, basis, home } = digest;
  const { sender, why, unsubscribe } = MAIL_WORDS[language];
  const parts: readonly Part[] = [
    { lines: remarks },
    ...items.map(({ title, worth, text, evidence, url, show }) => ({
      title,
      lines: [...(worth === undefined ? [] : [worth]), text],
      small: evidence,
      link: { url, show },
    })),
    { lines: [], small: basis, link: home },
    { lines: [], small: why, link: { url: unsubscribeUrl, show: unsubscribe } },
  ];
  return {
    ...{ sender, subject: toLine(subject), ...write(subject, parts, language) },
    // One click in the mail program: https://www.rfc-editor.org/rfc/rfc8058
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

export function formatConfirmationMail(language: DigestLanguage, confirmUrl: string): MailMessage {
  const words = MAIL_WORDS[language];
  const { host } = new URL(confirmUrl);
  const parts: readonly Part[] = [
    {
      lines: [fill(words.confirmWhy, { host }), fill(words.confirmAsk, { days: CONFIRMATION_DAYS })],
      link: { url: confirmUrl, show: words.confirm },
    },
    { lines: [], small: words.confirmElse },
  ];
  const subject = words.confirmSubject;
  return { sender: words.sender, subject, ...write(subject, parts, language), headers: {} };
}

function write(title: string, parts: readonly Part[], language: DigestLanguage) {
  const shown = parts.filter(({ lines, small, link }) => lines.length > 0 || small || link);
  return {
    text: [title, ...shown.map(writeText)].join('\n\n').concat('\n'),
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title></head>`,
      '<body style="margin:0;padding:0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">',
      '<tr><td align="center" style="padding:16px"><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">',
      row(`<h1 style="margin:0;font-size:22px;line-height:28px">${escapeHtml(title)}</h1>`),
      ...shown.map(writeHtml),
      '</table></td></tr></table></body></html>',
    ].join('\n'),
  };
}

function writeText({ title, lines, small, link }: Part): string {
  const texts = [title, ...lines, small, link && `${link.show}: ${link.url}`];
  return texts.filter((text) => text !== undefined && text !== '').join('\n');
}

function writeHtml({ title, lines, small, link }: Part): string {
  const paragraph = (html: string, style = '') => `<p style="margin:0 0 8px 0${style}">${html}</p>`;
  return row(
    [
      title === undefined
        ? ''
        : `<h2 style="margin:0 0 8px 0;font-size:18px;line-height:24px">${escapeHtml(title)}</h2>`,
      ...lines.map((line) => paragraph(escapeHtml(line))),
      small ? paragraph(escapeHtml(small), ';font-size:13px;line-height:18px') : '',
      link === undefined ? '' : paragraph(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.show)}</a>`),
    ].join(''),
  );
}

/** Outlook hands no font on to the cells of a table. */
function row(html: string): string {
  return `<tr><td align="left" style="padding:0 0 16px 0;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px">${html}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  ...{ '"': '&quot;', "'": '&#39;' },
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A header is one line. */
function toLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}
