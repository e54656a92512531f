// Normalises e-mail addresses and phone numbers, so that equal texts are the same one. What is not its owner's alone,
// such as info@ or 0000000, is refused with a reason: it must join nobody.
import { domainToASCII } from 'node:url';
import type { IdentityRules, Refusal } from '../../contract/schema/identity.ts';

/** Undefined: the text is nothing of the kind. */
export type ContactKey =
  | { readonly key: string }
  | { readonly refused: Refusal; readonly key: string }
  | undefined;

type EmailRule = Pick<NonNullable<IdentityRules['email']>, 'ignore_plus_tags' | 'ignore_gmail_dots'>;

/** Mailboxes of companies and programs, without dots and hyphens. */
const ROLES: ReadonlySet<string> = new Set(
  `info kontakt contact office mail email post hello hallo shop store sales verkauf vertrieb order orders bestellung
   bestellungen einkauf purchasing billing invoice invoices rechnung rechnungen buchhaltung accounting accounts payable
   admin administrator webmaster postmaster hostmaster root abuse support help helpdesk service kundenservice
   customerservice team marketing newsletter noreply donotreply nichtantworten noresponder reception empfang sekretariat
   contacto contatti ventas compras commande commandes facturation comptabilite pos kasse cashier`.split(
    /\s+/,
  ),
);
/** Names that forms and cashiers fill in for nobody. */
const NOBODY: ReadonlySet<string> = new Set(
  `none no nomail noemail nobody null nil na anonymous anonym unknown unbekannt keine kein guest gast test tester
   testing example user customer kunde client dummy fake xxx abc asdf qwerty sample placeholder`.split(/\s+/),
);
/** Addresses that marketplaces make for their orders. */
const RELAY =
  /(?:^|\.)(?:marketplace\.amazon\.[a-z.]+|members\.ebay\.[a-z.]+|(?:reply|relay)\.[a-z0-9-]+\.[a-z]+)$/;
const NO_DOMAIN = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local)$/;
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The local part of an address without quotes, and the domain; no more than the standard's lengths. */
const ADDRESS = /^([^\s@"(),:;<>[\\\]]{1,64})@([^\s@"(),:;<>[\\\]]{1,255})$/u;

/** Accepts `Ann <ann@example.com>` and `mailto:`. */
export function toEmailKey(text: string, rule: EmailRule = {}): ContactKey {
  if (!text.includes('@') || text.length > 400) return undefined;
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const inner = /<([^<>]+)>$/.exec(plain)?.[1] ?? plain.replace(/^mailto:/, '');
  const [, written, host] = ADDRESS.exec(inner.trim()) ?? [];
  if (written === undefined || host === undefined) return undefined;
  const domain = domainToASCII(host.replace(/\.$/, ''));
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)) return undefined;
  const tagged = written.indexOf('+');
  let local = rule.ignore_plus_tags === true && tagged > 0 ? written.slice(0, tagged) : written;
  const isGmail = rule.ignore_gmail_dots === true && GMAIL.has(domain);
  if (isGmail) local = local.replaceAll('.', '');
  const key = `${local}@${isGmail ? 'gmail.com' : domain}`;
  const word = (tagged > 0 ? written.slice(0, tagged) : written).replaceAll(/[._-]/g, '');
  if (NO_DOMAIN.test(domain) || NOBODY.has(word)) return { refused: 'placeholder', key };
  if (RELAY.test(domain)) return { refused: 'relay_address', key };
  return ROLES.has(word) ? { refused: 'role_address', key } : { key };
}

/** Digits of the shortest and the longest number with its calling code (ITU-T E.164). */
const [SHORTEST, LONGEST] = [8, 15];
/** The only country whose numbers keep their leading zero behind the code. */
const ITALY = '39';
/** North America writes its ten digits without a leading zero. */
const NORTH_AMERICA = '1';

/** As +<digits>. `countryCode`: of numbers without one. */
export function toPhoneKey(text: string, countryCode?: string): ContactKey {
  const plain = text.normalize('NFKC').trim().replace(/^tel:/i, '');
  // Letters are extensions, names or e-mail addresses.
  if (!/^\+?[\d\s()./–-]{5,40}$/.test(plain)) return undefined;
  const digits = plain.replaceAll(/\D/g, '');
  if (digits.length < 5) return undefined;
  if (isFilledIn(digits)) return { refused: 'placeholder', key: digits };
  const number = toInternational(plain, digits, countryCode);
  if (number === undefined || number.length < SHORTEST || number.length > LONGEST)
    return { refused: 'unreadable_phone', key: digits };
  return { key: `+${number}` };
}

/** Whether an id is a number with its calling code; other digits may be a shop's number of a customer. */
export function isInternationalPhone(text: string): boolean {
  return /^\s*\+/.test(text) && toPhoneKey(text) !== undefined;
}

function toInternational(plain: string, digits: string, countryCode: string | undefined): string | undefined {
  // +49 (0)151 …: the zero is dialled at home only.
  if (plain.startsWith('+')) return plain.replace(/\(0\)/, '').replaceAll(/\D/g, '');
  if (digits.startsWith('00')) return digits.slice(2);
  if (countryCode === undefined) return undefined;
  if (digits.startsWith('0')) return countryCode + (countryCode === ITALY ? digits : digits.slice(1));
  if (countryCode !== NORTH_AMERICA) return undefined;
  if (digits.length === 10) return countryCode + digits;
  return digits.length === 11 && digits.startsWith(countryCode) ? digits : undefined;
}

/** 0000000, +49 1111111, 0123456789: at least seven digits in a row that are equal or count up or down. */
function isFilledIn(digits: string): boolean {
  for (const step of [0, 1, -1]) {
    let run = 1;
    for (let at = 1; at < digits.length; at++) {
      run = Number(digits[at]) - Number(digits[at - 1]) === step ? run + 1 : 1;
      if (run >= 7) return true;
    }
  }
  return /^0*$/.test(digits);
}
