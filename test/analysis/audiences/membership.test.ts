// The members of an audience after refreshes, against a model that keeps them in plain maps.
import { describe, expect, it } from 'vitest';
import {
  countMembers,
  createEmptyMembership,
  getContact,
  isMember,
  refreshMembers,
  restrictRows,
  type Selected,
} from '../../../src/analysis/audiences/membership.ts';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import {
  decodeList,
  encodeList,
  findRowsByHash,
  hashAt,
} from '../../../src/analysis/customer-lists/list-file.ts';
import { withoutRows } from '../../../src/analysis/customer-lists/select-rows.ts';
import {
  type CustomerList,
  getColumn,
  getContactAt,
  getCustomerIdAt,
} from '../../../src/contract/customer-lists/columns.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

/** `contacts`: by id, some without. */
function selectionOf(ids: readonly string[], contacts: ReadonlyMap<string, string> = new Map()): Selected {
  const { head, columns } = buildList({
    reportType: 'RFM',
    ids: createCustomerIds(
      ids,
      ids.map((id) => contacts.get(id) ?? ''),
    ),
    groups: [],
    figures: { group: ids.map(() => 0) },
  });
  return { columns, rows: Uint32Array.from(Array(head.rows).keys()) };
}

interface Stay {
  readonly assigned: number;
  readonly joined: number;
  readonly left: number | undefined;
  readonly contact: string | null;
  readonly heldOut: boolean;
}

function shown({ head, columns }: CustomerList): Map<string, Stay> {
  const at = (name: 'assigned_at' | 'joined_at' | 'left_at', row: number) =>
    getColumn(columns, name)[row] ?? 0;
  return new Map(
    Array.from({ length: head.rows }, (_, row) => [
      getCustomerIdAt(columns, row),
      {
        assigned: at('assigned_at', row),
        joined: at('joined_at', row),
        left: isMember(columns, row) ? undefined : at('left_at', row),
        contact: getContactAt(columns, row),
        heldOut: getColumn(columns, 'held_out')[row] === 1,
      },
    ]),
  );
}

const isHeldOut = (id: string): boolean => hash64(id) % 4n === 0n;

describe('refreshed', () => {
  it('changes nothing when it is repeated', () => {
    const selected = selectionOf(['a', 'b'], new Map([['a', 'a@x']]));
    const once = refreshMembers(createEmptyMembership(), selected, 10, isHeldOut);
    const again = refreshMembers(once.list, selected, 20, isHeldOut);
    expect(again).toMatchObject({ joined: 0, left: 0 });
    expect(encodeList(again.list)).toEqual(encodeList(once.list));
  });

  it('equals the model after any refreshes, erasures and round trips through the file', () => {
    const random = createRandom(7);
    const everybody = Array.from({ length: 60 }, (_, i) => `c${i}`);
    let list = createEmptyMembership();
    const model = new Map<string, Stay>();
    for (let at = 1; at <= 200; at++) {
      const share = random();
      const chosen = everybody.filter(() => random() < share);
      const contacts = new Map(chosen.filter(() => random() < 0.5).map((id) => [id, `${id}-${at}@x`]));
      const result = refreshMembers(list, selectionOf(chosen, contacts), at, isHeldOut);
      const before = new Map(model);
      for (const id of everybody) {
        const old = before.get(id);
        const isIn = chosen.includes(id);
        const wasIn = old !== undefined && old.left === undefined;
        if (isIn)
          model.set(id, {
            assigned: old?.assigned ?? at,
            joined: wasIn ? old.joined : at,
            left: undefined,
            contact: contacts.get(id) ?? null,
            heldOut: old?.heldOut ?? isHeldOut(id),
          });
        else if (wasIn) model.set(id, { ...old, left: at });
      }
      expect(shown(result.list)).toEqual(model);
      expect(result.customers).toBe(chosen.length);
      list = decodeList(encodeList(result.list));
      expect(countMembers(list)).toEqual({
        customers: chosen.length,
        held_out: chosen.filter(isHeldOut).length,
        with_contact: contacts.size,
      });
      if (random() < 0.2) {
        const erased = everybody[Math.floor(random() * everybody.length)] ?? '';
        list = withoutRows(list, findRowsByHash(list.columns, list.head, [hash64(erased)]));
        model.delete(erased);
      }
      const hashes = Array.from({ length: list.head.rows }, (_, row) => hashAt(list.columns, row));
      expect(hashes).toEqual(hashes.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  });
});

it('reaches a customer by the contact, otherwise by an id that is an e-mail address', () => {
  const { columns, rows } = selectionOf(
    ['a', 'b@x.com', 'c@x.com', 'd@x'],
    new Map([['c@x.com', 'c@y.com']]),
  );
  const reached = [...rows].map((row) => [getCustomerIdAt(columns, row), getContact(columns, row)]);
  expect(Object.fromEntries(reached)).toEqual({
    a: null,
    'b@x.com': 'b@x.com',
    'c@x.com': 'c@y.com',
    'd@x': null,
  });
});

it('restricts customers to those who are also in another list, or are not', () => {
  const [one, other] = [selectionOf(['a', 'b', 'c', 'd']), selectionOf(['d', 'x', 'b'])];
  const ids = ({ columns, rows }: Selected) => [...rows].map((row) => getCustomerIdAt(columns, row)).sort();
  expect(ids(restrictRows(one, other, true))).toEqual(['b', 'd']);
  expect(ids(restrictRows(one, other, false))).toEqual(['a', 'c']);
  expect(ids(restrictRows(one, selectionOf([]), false))).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(restrictRows(one, selectionOf([]), true))).toEqual([]);
});
