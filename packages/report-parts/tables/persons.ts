// Shows what identity rules changed: customers and repeat customers with and without them, which rules joined ids, and
// which addresses and numbers joined nobody.
import type { FinishedReport } from '../../client/src/index.ts';
import { createFigure, formatKnown, type Say, type ShownTable, withRows } from './shown.ts';

type Identity = NonNullable<FinishedReport['identity']>;
type Refused = Identity['refused'][number]['reason'];

export function showPersons({ identity }: Pick<FinishedReport, 'identity'>, say: Say): ShownTable[] {
  return identity ? [showEffectOfRules(identity, say), ...withRows(listRefused(identity, say))] : [];
}

function showEffectOfRules({ ids, persons, joined, ...figures }: Identity, say: Say): ShownTable {
  const { t, number, percent } = say;
  const by = (
    [
      ['merge list', joined.merge_list],
      ['customer number', joined.customer_number],
      ['e-mail', joined.email],
      ['phone', joined.phone],
    ] as const
  ).filter(([, count]) => count > 0);
  return {
    id: 'persons',
    title: t('Persons with several customer ids'),
    note: [
      t('All orders of the dataset: {ids} customer ids of {persons} persons.', {
        ids: number(ids),
        persons: number(persons),
      }),
      ...by.map(([name, count]) => t('Joined by {rule}: {count}.', { rule: t(name), count: number(count) })),
    ].join(' '),
    columns: [
      { title: t('Counted') },
      ...[t('Customers'), t('Repeat customers'), t('Share'), t('Orders per customer')].map((one) =>
        createFigure(one),
      ),
    ],
    rows: (
      [
        [t('by customer id'), figures.without],
        [t('by person'), figures.with],
      ] as const
    ).map(([name, one]) => [
      name,
      number(one.customers),
      number(one.repeat_customers),
      formatKnown(one.repeat_share, (share) => percent(share)),
      formatKnown(one.orders_per_customer, (orders) => number(orders, 2)),
    ]),
  };
}

function listRefused({ refused }: Identity, { t, number }: Say): ShownTable[] {
  const reasons: Readonly<Record<Refused, string>> = {
    role_address: t('address of a role, such as info@'),
    relay_address: t('address of a marketplace'),
    placeholder: t('placeholder'),
    unreadable_phone: t('number without calling code'),
    shared_by_many: t('more than 50 customer ids have it'),
    several_accounts: t('two accounts have it'),
    chain_of_accounts: t('would join two accounts through other ids'),
    too_many_ids: t('would join more than 50 ids'),
  };
  return [
    {
      id: 'persons-refused',
      title: t('Addresses and numbers that joined nobody'),
      columns: [{ title: t('Reason') }, createFigure(t('Values')), createFigure(t('Customer ids'))],
      rows: refused.map(({ reason, values, ids }) => [
        reasons[reason] ?? reason,
        number(values),
        number(ids),
      ]),
    },
  ];
}
