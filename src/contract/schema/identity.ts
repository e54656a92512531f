// The identity rules of a dataset: which customer ids are one person. And what a report says of them.
import * as v from 'valibot';
import { closedObject } from './closed-object.ts';
import { described } from './described.ts';
import { count, identifier, oneOf, orNull, share } from './fields.ts';
import { MAX_CUSTOM_KEY_LENGTH, MAX_MERGED_IDS, MAX_MERGES_IDS } from './limits.ts';

const MAX_FIELDS = 5;

const fieldList = (pattern: RegExp, expected: string) =>
  v.pipe(
    v.array(
      v.pipe(v.string('expected a string'), v.regex(pattern, `expected ${expected}`)),
      'expected an array of fields',
    ),
    v.minLength(1, 'expected at least one field'),
    v.maxLength(MAX_FIELDS, `expected at most ${MAX_FIELDS} fields`),
  );

const CUSTOM_FIELD = `custom:[\\s\\S]{1,${MAX_CUSTOM_KEY_LENGTH}}`;

const fields = (usual: string) =>
  orNull(
    fieldList(
      new RegExp(`^(customer_id|contact|${CUSTOM_FIELD})$`),
      'one of customer_id, contact or custom:<key>',
    ),
    `Fields of an order that hold it: customer_id, contact or \`custom:<key>\`, at most ${MAX_FIELDS}. Default: ${usual}.`,
  );

const flag = (description: string) =>
  orNull(v.boolean('expected true or false'), `${description} Default: false.`);

const emailRule = closedObject(
  {
    fields: fields('customer_id and contact'),
    ignore_plus_tags: flag('Whether ann+shop@example.com is ann@example.com.'),
    ignore_gmail_dots: flag('Whether a.nn@gmail.com and ann@googlemail.com are ann@gmail.com.'),
  },
  'expected an object',
);

const phoneRule = closedObject(
  {
    fields: fields('contact'),
    country_code: orNull(
      v.pipe(
        v.string('expected a string'),
        v.regex(/^[1-9][0-9]{0,2}$/, 'expected a calling code, such as 49'),
      ),
      'Calling code of numbers without one, such as 49 or 1. Default: only numbers with a code are compared.',
      { examples: ['49'] },
    ),
  },
  'expected an object',
);

const numberRule = closedObject(
  {
    fields: described(
      fieldList(new RegExp(`^${CUSTOM_FIELD}$`), 'custom:<key>'),
      `Custom fields that hold the number, at most ${MAX_FIELDS}.`,
      { examples: [['custom:customer_no']] },
    ),
  },
  'expected an object',
);

const ACCOUNT_RULES = ['separate', 'merge'] as const;

export const identityRules = described(
  closedObject({
    email: orNull(
      emailRule,
      'Customers with the same e-mail address are one person. Case and spaces are ignored; addresses such as info@, of marketplaces, and of many customers are not compared.',
    ),
    phone: orNull(
      phoneRule,
      'Customers with the same phone number are one person. Numbers of many customers are not compared.',
    ),
    customer_number: orNull(
      numberRule,
      "Customers with the same value of a custom field, such as the shop's own customer number, are one person; a customer_id with that value, too.",
    ),
    accounts: orNull(
      oneOf(ACCOUNT_RULES),
      'separate: an address or phone number never joins two customer ids that are accounts, that is, neither an e-mail address nor a phone number. merge: it does. Default: separate.',
    ),
  }),
  'Which customer ids are one person, beside the merge list. Stored orders keep their ids.',
  { examples: [{ email: {}, phone: { country_code: '49' } }] },
);
export type IdentityRules = v.InferOutput<typeof identityRules>;

/** A stored setting: checked when it was sent. */
export const storedIdentity = v.custom<IdentityRules>((value) => typeof value === 'object' && value !== null);

/** In a request for a report: the dataset's rules, others, or none. */
export const requestedIdentity = v.union(
  [identityRules, v.literal('none')],
  'expected identity rules or none',
);

// The merge list.

const ids = (most: number, expected: string) =>
  v.pipe(v.array(identifier, expected), v.maxLength(most, `expected at most ${most} ids`));

export const mergeList = closedObject({
  merges: described(
    v.pipe(
      v.array(
        v.pipe(
          ids(MAX_MERGED_IDS, 'expected an array of customer ids'),
          v.minLength(2, 'expected at least two ids'),
        ),
        'expected an array of groups',
      ),
      v.maxLength(MAX_MERGES_IDS / 2, `expected at most ${MAX_MERGES_IDS / 2} groups`),
    ),
    `Groups of customer ids that are one person each: groups that share an id are one, of at most ${MAX_MERGED_IDS} ids.`,
    { examples: [[['c-1042', 'ann@example.com']]] },
  ),
  separate: orNull(
    ids(MAX_MERGES_IDS, 'expected an array of customer ids'),
    'Customer ids that no rule may join with others.',
    { examples: [['c-77']] },
  ),
});
export type MergeList = v.InferOutput<typeof mergeList>;

export const storedMergeList = v.object({
  version: described(v.nullable(v.string()), 'Changes with every change of the list; null without one.', {
    examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'],
  }),
  merges: mergeList.entries.merges,
  separate: described(v.array(v.string()), 'Customer ids that no rule may join with others.'),
});
export type StoredMergeList = v.InferOutput<typeof storedMergeList>;

// What a report says.

export const LINK_RULES = ['merge_list', 'customer_number', 'email', 'phone'] as const;
export type LinkRule = (typeof LINK_RULES)[number];

export const REFUSALS = [
  'role_address',
  'relay_address',
  'placeholder',
  'unreadable_phone',
  'shared_by_many',
  'several_accounts',
  'chain_of_accounts',
  'too_many_ids',
] as const;
export type Refusal = (typeof REFUSALS)[number];

const repeatFigures = v.object({
  customers: described(count, 'Customers with a purchase.'),
  repeat_customers: described(count, 'Those with at least two purchases.'),
  repeat_share: described(v.nullable(share), 'Their share of the customers; null without customers.'),
  orders_per_customer: described(v.nullable(v.number()), 'Purchases per customer; null without customers.'),
});

export const identityFigures = described(
  v.object({
    ids: described(count, 'Customer ids of the dataset.'),
    persons: described(count, 'Persons whose ids these are.'),
    joined: described(
      v.object({
        merge_list: described(count, 'By the merge list.'),
        customer_number: described(count, 'By the customer number.'),
        email: described(count, 'By an e-mail address.'),
        phone: described(count, 'By a phone number.'),
      }),
      'Ids joined to another one, by the first rule that did: together ids − persons.',
    ),
    largest: described(
      v.array(
        v.object({ ids: described(count, 'Ids of the person.'), orders: described(count, 'Purchases.') }),
      ),
      'Persons with the most ids, at most five.',
    ),
    refused: described(
      v.array(
        v.object({
          reason: described(
            v.picklist(REFUSALS),
            'role_address, relay_address, placeholder: the address or number is nobody’s own. unreadable_phone: no calling code. shared_by_many: more customers than one person has. several_accounts: it belongs to two accounts. chain_of_accounts: it would join two accounts through other ids. too_many_ids: it would join more ids than one person has.',
          ),
          values: described(count, 'Addresses or numbers.'),
          ids: described(count, 'Customer ids that have them.'),
        }),
      ),
      'Addresses and numbers that joined nobody, by reason.',
    ),
    without: described(repeatFigures, 'All orders of the dataset, each customer id as a customer.'),
    with: described(repeatFigures, 'The same, each person as a customer.'),
    merge_list: described(v.nullable(v.string()), 'Version of the merge list; null without one.', {
      examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'],
    }),
  }),
  'The customer ids of the dataset as persons, by `settings.identity`: every customer of the report is a person. Missing without rules.',
);
export type IdentityFigures = v.InferOutput<typeof identityFigures>;
