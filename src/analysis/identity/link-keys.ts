// Reads from an order's fields the keys that can join customer ids: addresses and numbers, by the rules of a dataset.
import type { IdentityRules, LinkRule, Refusal } from '../../contract/schema/identity.ts';
import { CUSTOM_PREFIX } from '../../contract/settings/product-levels.ts';
import { type ContactKey, isInternationalPhone, toEmailKey, toPhoneKey } from './contact-keys.ts';

export type KeyRule = Exclude<LinkRule, 'merge_list'>;
/** A key joins by a rule, or is refused. */
type KeyKind = KeyRule | Refusal;

interface ActiveRule {
  readonly rule: KeyRule;
  readonly byId: boolean;
  readonly byContact: boolean;
  readonly customKeys: readonly string[];
  normalise(text: string): ContactKey;
}

const SEPARATOR = ' ';

/** Kind and normal form, joined by a space; undefined for a text without a key. */
export function toKeyText({ rule, normalise }: ActiveRule, text: string): string | undefined {
  const found = normalise(text);
  if (found === undefined) return undefined;
  const kind: KeyKind = 'refused' in found ? found.refused : rule;
  return `${kind}${SEPARATOR}${found.key}`;
}

/** The kind of a key that `toKeyText` wrote. */
export function getKeyKind(text: string): string {
  return text.slice(0, text.indexOf(SEPARATOR));
}

/** Whether an id names an account of a shop: neither an e-mail address nor a phone number. */
export function isAccountId(id: string): boolean {
  return toEmailKey(id) === undefined && !isInternationalPhone(id);
}

export function listRules({ email, phone, customer_number }: IdentityRules): ActiveRule[] {
  const create = (
    rule: KeyRule,
    fields: readonly string[],
    normalise: ActiveRule['normalise'],
  ): ActiveRule => ({
    rule,
    byId: fields.includes('customer_id'),
    byContact: fields.includes('contact'),
    customKeys: fields.flatMap((field) =>
      field.startsWith(CUSTOM_PREFIX) ? field.slice(CUSTOM_PREFIX.length) : [],
    ),
    normalise,
  });
  const rules: ActiveRule[] = [];
  if (customer_number !== undefined)
    // A customer_id that is an account can be the number itself.
    rules.push(create('customer_number', ['customer_id', ...customer_number.fields], toNumberKey));
  if (email !== undefined)
    rules.push(
      create('email', email.fields ?? ['customer_id', 'contact'], (text) => toEmailKey(text, email)),
    );
  if (phone !== undefined)
    rules.push(create('phone', phone.fields ?? ['contact'], (text) => toPhoneKey(text, phone.country_code)));
  return rules;
}

const NO_NUMBERS: ReadonlySet<string> = new Set(['none', 'null', 'nan', 'n/a', 'na', 'guest', 'undefined']);

function toNumberKey(text: string): ContactKey {
  const key = text.trim();
  if (key === '' || !isAccountId(key)) return undefined;
  if (/^[0.-]*$/.test(key) || NO_NUMBERS.has(key.toLowerCase())) return { refused: 'placeholder', key };
  return { key };
}
