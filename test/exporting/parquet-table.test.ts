// Parquet files are read back by another program than the one that wrote them.
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { Cell, TableColumn } from '../../src/contract/report-types/table.ts';
import { parquetTable } from '../../src/exporting/parquet-table.ts';

const columns: readonly TableColumn[] = [
  { name: 'products', type: 'texts' },
  { name: 'name', type: 'text' },
  { name: 'count', type: 'integer' },
  { name: 'value', type: 'number' },
  { name: 'known', type: 'boolean' },
];

function fileOf(rows: readonly (readonly Cell[])[]): ArrayBuffer {
  const bytes = Buffer.concat([...parquetTable({ columns, rows })]);
  return Uint8Array.from(bytes).buffer;
}

describe('a table as Parquet', () => {
  it('keeps every value and its type over several row groups', async () => {
    const rows = Array.from({ length: 120_001 }, (_, i): readonly Cell[] => [
      i % 5 === 0 ? null : Array.from({ length: i % 3 }, (_, at) => `é${i}-${at}`),
      i % 7 === 0 ? null : `=x${i % 100}`,
      i % 11 === 0 ? null : i,
      i % 13 === 0 ? null : -i / 3,
      i % 17 === 0 ? null : i % 2 === 0,
    ]);
    const file = fileOf(rows);
    expect(parquetMetadata(file).row_groups.length).toBeGreaterThan(1);
    const read = await parquetReadObjects({ file });
    expect(read.map((row) => columns.map(({ name }) => row[name] ?? null))).toEqual(
      rows.map((cells) => cells.map((cell, at) => (at === 2 && cell !== null ? BigInt(Number(cell)) : cell))),
    );
  }, 60_000);

  it('of no rows has its columns', async () => {
    const metadata = parquetMetadata(fileOf([]));
    expect(metadata.num_rows).toBe(0n);
    expect(metadata.schema.map(({ name }) => name)).toEqual([
      'root',
      'products',
      'list',
      'element',
      ...columns.slice(1).map(({ name }) => name),
    ]);
  });
});
