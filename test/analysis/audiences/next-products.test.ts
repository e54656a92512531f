// What the members of an audience buy next: kept of the newest report, sent again when it changes, and forgotten.
import { describe, expect, it } from 'vitest';
import { createChangesPage, selectDeliverable } from '../../../src/analysis/audiences/changes-page.ts';
import {
  createEmptyMembership,
  refreshMembers,
  type Selected,
} from '../../../src/analysis/audiences/membership.ts';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../src/analysis/customer-lists/list-file.ts';
import {
  type CustomerList,
  forgetNextAt,
  getCustomerIdAt,
  getNextAt,
} from '../../../src/contract/customer-lists/columns.ts';

const LIMITS = { joined: 500, left: 500 };

/** `products`: of each customer, one that they buy again; all bytes are of `all_orders`. */
function select(
  products: Readonly<Record<string, string>>,
  contact = (id: string) => `${id}@x.org`,
): Selected {
  const ids = Object.keys(products);
  const names = [...new Set(Object.values(products))].sort();
  const bytes = Uint8Array.from(ids.flatMap((id) => [0, 1, names.indexOf(products[id] ?? ''), 0, 0, 0]));
  const next = { end: Uint32Array.from(ids, (_, at) => 6 * (at + 1)), bytes };
  const source = { reportId: names.join(), products: names };
  const { head, columns } = buildList({
    reportType: 'RFM',
    ids: { ...createCustomerIds(ids, ids.map(contact)), next },
    ...{ groups: [], figures: { group: () => 0 }, next: source },
  });
  return { columns, rows: Uint32Array.from(Array(head.rows).keys()), next: head.next };
}
const refresh = (before: CustomerList, selected: Selected, at: number) =>
  decodeList(encodeList(refreshMembers(before, selected, at, () => false).list));
const readAgain = (list: CustomerList) =>
  Object.fromEntries(
    Array.from({ length: list.head.rows }, (_, row) => [
      getCustomerIdAt(list.columns, row),
      getNextAt(list, row)?.again[0],
    ]),
  );
const sendAgain = (has: CustomerList, wanted: CustomerList, by: 'customer' | 'contact' = 'customer') => {
  const { joined, left } = createChangesPage(has, wanted, by, LIMITS, undefined);
  return {
    joined: Object.fromEntries(joined.map(({ id, next }) => [id, next?.again[0]])),
    left: left.map(({ id }) => id),
  };
};

const first = refresh(createEmptyMembership(), select({ ann: 'tea', bob: 'tea', cid: 'cup' }), 1);
const second = refresh(first, select({ ann: 'tea', bob: 'lamp', dan: 'tea' }), 2);

describe('next products of members', () => {
  it('are those of the newest report, and former members have none', () => {
    expect(readAgain(first)).toEqual({ ann: 'tea', bob: 'tea', cid: 'cup' });
    expect(readAgain(second)).toEqual({ ann: 'tea', bob: 'lamp', dan: 'tea', cid: undefined });
    const { next: _, ...plain } = select({ ann: 'tea' });
    expect(readAgain(refresh(second, plain, 3)).ann).toBeUndefined();
  });

  it.each(['customer', 'contact'] as const)('are sent by %s when they change, and no others', (by) => {
    const toId = (id: string) => (by === 'customer' ? id : `${id}@x.org`);
    const [has, wanted] = [first, second].map((list) => selectDeliverable(list, [], by).list);
    if (has === undefined || wanted === undefined) throw new Error('nothing is deliverable');
    expect(sendAgain(has, wanted, by)).toEqual({
      joined: { [toId('bob')]: 'lamp', [toId('dan')]: 'tea' },
      left: [toId('cid')],
    });
    expect(sendAgain(wanted, wanted, by)).toEqual({ joined: {}, left: [] });
  });

  it('end a page early, so that the next one continues with the following customer', () => {
    const long = 'x'.repeat(400_000);
    const products = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`c${at}`, long + at]));
    const { list } = selectDeliverable(refresh(createEmptyMembership(), select(products), 1), [], 'customer');
    const sizes: number[] = [];
    for (let after: string | undefined; ; ) {
      const page = createChangesPage(createEmptyMembership(), list, 'customer', LIMITS, after);
      if (page.last === undefined) break;
      sizes.push(page.joined.length);
      after = page.last;
    }
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('are of the customer whose address it is, and are gone once they are forgotten', () => {
    const shared = refresh(
      createEmptyMembership(),
      select({ ann: 'tea', bob: 'cup' }, () => 'we@x.org'),
      1,
    );
    const { list } = selectDeliverable(shared, [], 'contact');
    const owner = hash64('ann') < hash64('bob') ? 'tea' : 'cup';
    expect(readAgain(list)).toEqual({ 'we@x.org': owner });
    forgetNextAt(list.columns, 0);
    expect(readAgain(decodeList(encodeList(list)))).toEqual({ 'we@x.org': undefined });
  });
});
