// The page behind the links of e-mails: says what the link does, and asks with a button, without a script. A mail program
// that unsubscribes with one click posts to the same address.
import { createHash } from 'node:crypto';
import { fill } from '../../../packages/report-parts/names.ts';
import { DIGEST_LANGUAGES, type DigestLanguage } from '../../contract/resources/webhook-endpoints.ts';
import { escapeHtml } from './mail-message.ts';
import MAIL_WORDS from './mail-words.json' with { type: 'json' };
import { type OpenedLink, toMailbox } from './opt-in.ts';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:3em auto;padding:0 1em}button{font:inherit;padding:.5em 1em}';

export const MAIL_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // The address of the page is a key.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** `opened`: undefined for a link that is not valid. `accepted`: the header Accept-Language. */
export function writeMailPage(opened: OpenedLink | undefined, accepted = ''): string {
  const language = opened?.item.language ?? findLanguage(accepted);
  const { pages, confirm, unsubscribe } = MAIL_WORDS[language];
  const asks = opened?.asks ?? 'unknown';
  const { title, text } = pages[asks];
  const button = asks === 'confirm' ? confirm : asks === 'unsubscribe' ? unsubscribe : undefined;
  const address = opened === undefined ? '' : toMailbox(opened.item);
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>`,
    `<p>${escapeHtml(fill(text, { address }))}</p>`,
    button === undefined ? '' : `<form method="post"><button>${button}</button></form>`,
    '</body></html>',
  ].join('');
}

function findLanguage(accepted: string): DigestLanguage {
  return DIGEST_LANGUAGES.find((one) => accepted.toLowerCase().startsWith(one)) ?? 'en';
}
