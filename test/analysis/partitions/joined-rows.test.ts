// Rows of partitions in the sequence of their places: whole, in runs, and in another order.
import { expect, it } from 'vitest';
import { holdColumns, packColumns, unpackColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import { JoinedRows } from '../../../src/analysis/partitions/joined-rows.ts';
import { packMoney } from '../../../src/analysis/partitions/money-columns.ts';

interface Row {
  readonly place: number;
  readonly days: number;
  readonly id: string;
}

function packed(rows: readonly Row[]) {
  const ids = rows.map(({ id }) => new TextEncoder().encode(id));
  const spend = new MoneySums(rows.length, 2);
  for (const [at, { days }] of rows.entries()) spend.add(at, BigInt(days) * 10n ** 20n);
  const doubles = (values: readonly number[]) => Float64Array.from(values);
  return unpackColumns(
    packColumns({
      place: doubles(rows.map(({ place }) => place)),
      days: doubles(rows.map(({ days }) => days)),
      hashes: Uint32Array.from(rows.flatMap(({ days }) => [days, 2 * days])),
      lengths: Uint32Array.from(ids, ({ length }) => length),
      bytes: Uint8Array.from(ids.flatMap((id) => [...id])),
      ...packMoney('spend', spend),
    }),
  );
}

const parts = [
  packed([
    { place: 4, days: 40, id: 'four' },
    // A customer of an order in parts, which come last.
    { place: 2 ** 39, days: 70, id: '' },
    { place: 9, days: 60, id: 'é' },
  ]),
  packed([]),
  packed([
    { place: 0, days: 10, id: 'zero' },
    { place: 5, days: 50, id: 'five' },
  ]),
];
const rows = JoinedRows.byPlace(parts, 'place');

function idsOf(of: JoinedRows): string[] {
  const { end, bytes } = of.bytes('lengths', 'bytes');
  return Array.from(end, (last, at) => new TextDecoder().decode(bytes.subarray(end[at - 1] ?? 0, last)));
}

it('has all rows in the sequence of their places, in every kind of column', () => {
  expect([...rows.numbers('days')]).toEqual([10, 40, 50, 60, 70]);
  expect([...rows.counts('hashes', 2)]).toEqual([10, 20, 40, 80, 50, 100, 60, 120, 70, 140]);
  expect(idsOf(rows)).toEqual(['zero', 'four', 'five', 'é', '']);
  const spend = rows.money('spend', 2);
  expect(Array.from({ length: 5 }, (_, at) => spend.unitsAt(at))).toEqual(
    [10n, 40n, 50n, 60n, 70n].map((days) => days * 10n ** 20n),
  );
});

it('has columns as narrow as the widest of a partition, other columns of the same rows among them', () => {
  const block = (...values: number[]) => unpackColumns(packColumns({ each: Float64Array.from(values) }));
  const narrow = (...values: (readonly number[])[]) =>
    rows.of(values.map((of) => block(...of))).narrow('each');
  expect(narrow([4, 9, 8], [], [0, 5])).toEqual(Uint8Array.of(0, 4, 5, 8, 9));
  expect(narrow([4, 9, 8], [], [0, 500])).toEqual(Uint16Array.of(0, 4, 500, 8, 9));
  expect(narrow([4, 70_000, 8], [], [0, 5])).toEqual(Uint32Array.of(0, 4, 5, 8, 70_000));
  expect(narrow([4, -9, 8], [], [0, 500])).toEqual(Float64Array.of(0, 4, 500, 8, -9));
  expect(narrow([4, 9, 8], [], [0.5, 500])).toEqual(Float64Array.of(0.5, 4, 500, 8, 9));
});

it('has rows of rows in the same sequence, as many as each has', () => {
  const runs = [
    packColumns({
      place: Float64Array.of(7, 2),
      each: Uint32Array.of(2, 0),
      day: Float64Array.of(71, 72),
    }),
    packColumns({
      place: Float64Array.of(1, 9),
      each: Uint32Array.of(1, 3),
      day: Float64Array.of(11, 91, 92, 93),
    }),
  ].map(unpackColumns);
  const { start, rows: days } = JoinedRows.byPlace(runs, 'place').runs('each');
  expect([...start]).toEqual([0, 1, 1, 3, 6]);
  expect([...days.numbers('day')]).toEqual([11, 71, 72, 91, 92, 93]);
});

it('has the rows in any other order', () => {
  const other = rows.inOrder(Uint32Array.of(4, 0, 3, 1, 2));
  expect([...other.numbers('days')]).toEqual([70, 10, 60, 40, 50]);
  expect(idsOf(other)).toEqual(['', 'zero', 'é', 'four', 'five']);
});

it('has the rows partition by partition where no place is asked for', () => {
  expect([...JoinedRows.byPartition(parts, 'days').numbers('days')]).toEqual([40, 70, 60, 10, 50]);
});

it('gives out the columns of an only part as they are, if its rows have the sequence', () => {
  const days = Float64Array.of(40, 70);
  const part = (...places: number[]) =>
    holdColumns({
      place: Float64Array.from(places),
      days: days,
    });
  expect(JoinedRows.byPlace([part(3, 8)], 'place').numbers('days')).toBe(days);
  expect([...JoinedRows.byPlace([part(8, 3)], 'place').numbers('days')]).toEqual([70, 40]);
});
