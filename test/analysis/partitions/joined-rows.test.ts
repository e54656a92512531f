// Joins rows of partitions by place: whole rows, runs of rows, and rows in another order.
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

function packRows(rows: readonly Row[]) {
  const ids = rows.map(({ id }) => new TextEncoder().encode(id));
  const spend = new MoneySums(rows.length, 2);
  for (const [at, { days }] of rows.entries()) spend.add(at, BigInt(days) * 10n ** 20n);
  const toDoubles = (values: readonly number[]) => Float64Array.from(values);
  return unpackColumns(
    packColumns({
      place: toDoubles(rows.map(({ place }) => place)),
      days: toDoubles(rows.map(({ days }) => days)),
      hashes: Uint32Array.from(rows.flatMap(({ days }) => [days, 2 * days])),
      lengths: Uint32Array.from(ids, ({ length }) => length),
      bytes: Uint8Array.from(ids.flatMap((id) => [...id])),
      ...packMoney('spend', spend),
    }),
  );
}

const parts = [
  packRows([
    { place: 4, days: 40, id: 'four' },
    // A customer of an order in parts: such orders come last.
    { place: 2 ** 39, days: 70, id: '' },
    { place: 9, days: 60, id: 'é' },
  ]),
  packRows([]),
  packRows([
    { place: 0, days: 10, id: 'zero' },
    { place: 5, days: 50, id: 'five' },
  ]),
];
const rows = JoinedRows.byPlace(parts, 'place');

function readIds(of: JoinedRows): string[] {
  const { end, bytes } = of.bytes('lengths', 'bytes');
  return Array.from(end, (last, at) => new TextDecoder().decode(bytes.subarray(end[at - 1] ?? 0, last)));
}

it('JoinedRows joins the rows of all partitions by place in every kind of column', () => {
  expect([...rows.numbers('days')]).toEqual([10, 40, 50, 60, 70]);
  expect([...rows.counts('hashes', 2)]).toEqual([10, 20, 40, 80, 50, 100, 60, 120, 70, 140]);
  expect(readIds(rows)).toEqual(['zero', 'four', 'five', 'é', '']);
  const spend = rows.money('spend', 2);
  expect(Array.from({ length: 5 }, (_, at) => spend.unitsAt(at))).toEqual(
    [10n, 40n, 50n, 60n, 70n].map((days) => days * 10n ** 20n),
  );
});

it('JoinedRows returns columns of the narrowest type that holds the values of every partition', () => {
  const createBlock = (...values: number[]) =>
    unpackColumns(packColumns({ each: Float64Array.from(values) }));
  const readNarrow = (...values: (readonly number[])[]) =>
    rows.of(values.map((of) => createBlock(...of))).narrow('each');
  expect(readNarrow([4, 9, 8], [], [0, 5])).toEqual(Uint8Array.of(0, 4, 5, 8, 9));
  expect(readNarrow([4, 9, 8], [], [0, 500])).toEqual(Uint16Array.of(0, 4, 500, 8, 9));
  expect(readNarrow([4, 70_000, 8], [], [0, 5])).toEqual(Uint32Array.of(0, 4, 5, 8, 70_000));
  expect(readNarrow([4, -9, 8], [], [0, 500])).toEqual(Float64Array.of(0, 4, 500, 8, -9));
  expect(readNarrow([4, 9, 8], [], [0.5, 500])).toEqual(Float64Array.of(0.5, 4, 500, 8, 9));
});

it('JoinedRows joins runs of rows in the sequence of their places', () => {
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

it('JoinedRows returns the rows in any other order', () => {
  const other = rows.inOrder(Uint32Array.of(4, 0, 3, 1, 2));
  expect([...other.numbers('days')]).toEqual([70, 10, 60, 40, 50]);
  expect(readIds(other)).toEqual(['', 'zero', 'é', 'four', 'five']);
});

it('JoinedRows returns the rows partition by partition if no place is given', () => {
  expect([...JoinedRows.byPartition(parts, 'days').numbers('days')]).toEqual([40, 70, 60, 10, 50]);
});

it('JoinedRows returns the columns of a single partition unchanged if its rows are sorted by place', () => {
  const days = Float64Array.of(40, 70);
  const createPart = (...places: number[]) =>
    holdColumns({
      place: Float64Array.from(places),
      days: days,
    });
  expect(JoinedRows.byPlace([createPart(3, 8)], 'place').numbers('days')).toBe(days);
  expect([...JoinedRows.byPlace([createPart(8, 3)], 'place').numbers('days')]).toEqual([70, 40]);
});
