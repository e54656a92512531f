// The members of an audience after refreshes, compared with a model that keeps them in plain maps.
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

/** `contacts`: by id; an id may have none. */
function createSelection(
  ids: readonly string[],
  contacts: ReadonlyMap<string, string> = new Map(),
  idOf?: ReadonlyMap<string, string>,
): Selected {
  const listed = {
    reportType: 'RFM',
    ids: createCustomerIds(
      ids,
      ids.map((id) => contacts.get(id) ?? ''),
    ),
    groups: [],
    figures: { group: ids.map(() => 0) },
  };
  const { head, columns } = buildList(listed, idOf);
  return { columns, rows: Uint32Array.from(Array(head.rows).keys()) };
}

interface Stay {
  readonly assigned: number;
  readonly joined: number;
  readonly left: number | undefined;
  readonly contact: string | null;
  readonly heldOut: boolean;
}

function readStays({ head, columns }: CustomerList): Map<string, Stay> {
  const getTime = (name: 'assigned_at' | 'joined_at' | 'left_at', row: number) =>
    getColumn(columns, name)[row] ?? 0;
  return new Map(
    Array.from({ length: head.rows }, (_, row) => [
      getCustomerIdAt(columns, row),
      {
        assigned: getTime('assigned_at', row),
        joined: getTime('joined_at', row),
        left: isMember(columns, row) ? undefined : getTime('left_at', row),
        contact: getContactAt(columns, row),
        heldOut: getColumn(columns, 'held_out')[row] === 1,
      },
    ]),
  );
}

const isHeldOut = (id: string): boolean => hash64(id) % 4n === 0n;

describe('refreshMembers of persons', () => {
  const holdOutOf =
    (...heldOut: string[]) =>
    (id: string) =>
      heldOut.includes(id);
  const refresh = (
    before: CustomerList,
    ids: string[],
    persons: [string, string][],
    at: number,
    heldOut: string[],
  ) =>
    refreshMembers(before, createSelection(ids, new Map(), new Map(persons)), at, holdOutOf(...heldOut)).list;

  it.each([
    ['held out', ['ann@x'], true],
    ['sent to', ['17'], false],
  ] as const)('keeps a person %s by a first id as such when a later id is theirs', (_, heldOut, expected) => {
    const first = refresh(createEmptyMembership(), ['ann@x', 'bo'], [], 10, [...heldOut]);
    const joined = refresh(first, ['17', 'bo'], [['ann@x', '17']], 20, [...heldOut]);
    const stays = readStays(joined);
    expect(stays.get('17')).toMatchObject({ heldOut: expected, assigned: 10, joined: 20 });
    expect(stays.get('ann@x')).toMatchObject({ heldOut: expected, left: 20 });
    // The rules are removed: both ids stay as they were assigned.
    const apart = readStays(refresh(joined, ['17', 'ann@x', 'bo'], [], 30, []));
    expect([apart.get('17')?.heldOut, apart.get('ann@x')?.heldOut]).toEqual([expected, expected]);
  });

  it('gives a person whose ids were assigned differently the arm of the first one', () => {
    const ids = ['17', 'ann@x'];
    const early = refresh(createEmptyMembership(), ['ann@x'], [], 10, ['ann@x']);
    const both = refresh(early, ids, [], 20, []);
    expect(readStays(both).get('17')).toMatchObject({ heldOut: false, assigned: 20 });
    const joined = readStays(refresh(both, ['17'], [['ann@x', '17']], 30, []));
    expect(joined.get('17')).toMatchObject({ heldOut: true, assigned: 10 });
  });

  it('assigns a person of several ids as one who is new', () => {
    const joined = readStays(refresh(createEmptyMembership(), ['17'], [['ann@x', '17']], 10, ['17']));
    expect(joined.get('17')).toMatchObject({ heldOut: true, assigned: 10 });
  });
});

describe('refreshMembers', () => {
  it('changes nothing when it runs again on the same selection', () => {
    const selected = createSelection(['a', 'b'], new Map([['a', 'a@x']]));
    const once = refreshMembers(createEmptyMembership(), selected, 10, isHeldOut);
    const again = refreshMembers(once.list, selected, 20, isHeldOut);
    expect(again).toMatchObject({ joined: 0, left: 0 });
    expect(encodeList(again.list)).toEqual(encodeList(once.list));
  });

  it('agrees with the model after any refreshes, erasures and round trips through the file', () => {
    const random = createRandom(7);
    const everybody = Array.from({ length: 60 }, (_, i) => `c${i}`);
    let list = createEmptyMembership();
    const model = new Map<string, Stay>();
    for (let at = 1; at <= 200; at++) {
      const share = random();
      const chosen = everybody.filter(() => random() < share);
      const contacts = new Map(chosen.filter(() => random() < 0.5).map((id) => [id, `${id}-${at}@x`]));
      const result = refreshMembers(list, createSelection(chosen, contacts), at, isHeldOut);
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
      expect(readStays(result.list)).toEqual(model);
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

it('getContact returns the contact of a customer, or the id if it is an e-mail address', () => {
  const { columns, rows } = createSelection(
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

it('restrictRows keeps the customers who are in another list, or those who are not', () => {
  const [one, other] = [createSelection(['a', 'b', 'c', 'd']), createSelection(['d', 'x', 'b'])];
  const listSortedIds = ({ columns, rows }: Selected) =>
    [...rows].map((row) => getCustomerIdAt(columns, row)).sort();
  expect(listSortedIds(restrictRows(one, other, true))).toEqual(['b', 'd']);
  expect(listSortedIds(restrictRows(one, other, false))).toEqual(['a', 'c']);
  expect(listSortedIds(restrictRows(one, createSelection([]), false))).toEqual(['a', 'b', 'c', 'd']);
  expect(listSortedIds(restrictRows(one, createSelection([]), true))).toEqual([]);
});
