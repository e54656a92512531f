// Tables as Parquet: typed columns, compressed with Snappy, a row group at a time in memory.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { parseUnits } from '../../analysis/money/decimal-text.ts';
import { type TableData, type TableWriter, writeTable } from '../../analysis/tables/table.ts';
import type { Cell, TableColumn } from '../../contract/report-types/table.ts';

/** Rows of a row group: with lists of texts, some tens of megabytes in memory. */
const GROUP = 50_000;
/** Characters of texts at which a row group ends early. */
const GROUP_CHARACTERS = 32_000_000;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;
const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

/** The most digits that readers support; 16 bytes hold them. */
const DECIMAL = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, precision: 38 } as const;

/** Elements of the schema for a column: a list and a map have three levels. */
function listElements({ name, type, scale = 0 }: TableColumn): Schema {
  switch (type) {
    case 'text':
      return [{ name, ...TEXT, ...OPTIONAL }];
    case 'integer':
      return [{ name, type: 'INT64', ...OPTIONAL }];
    case 'number':
      return [{ name, type: 'DOUBLE', ...OPTIONAL }];
    case 'boolean':
      return [{ name, type: 'BOOLEAN', ...OPTIONAL }];
    case 'texts':
      return [
        { name, converted_type: 'LIST', num_children: 1, ...OPTIONAL },
        { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
        { name: 'element', ...TEXT, ...OPTIONAL },
      ];
    case 'decimal':
      return [{ name, ...DECIMAL, converted_type: 'DECIMAL', scale, ...OPTIONAL }];
    case 'timestamp':
      return [{ name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...OPTIONAL }];
    case 'map':
      return [
        { name, converted_type: 'MAP', num_children: 1, ...OPTIONAL },
        { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
        { name: 'key', ...TEXT, repetition_type: 'REQUIRED' },
        { name: 'value', ...TEXT, ...OPTIONAL },
      ];
  }
}

export function createParquetWriter(columns: readonly TableColumn[]): TableWriter {
  const writer = new ByteWriter();
  const schema: Schema = [{ name: 'root', num_children: columns.length }, ...columns.flatMap(listElements)];
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'order-analytics' });
  let group: Cell[][] = columns.map(() => []);
  let held = 0;
  let characters = 0;
  const writeGroup = (): void => {
    const columnData = columns.map((column, at) => ({
      name: column.name,
      data: toValues(column, group[at] ?? []),
    }));
    void parquet.write({ columnData, rowGroupSize: held });
    group = columns.map(() => []);
    held = 0;
    characters = 0;
  };
  return {
    add(cells) {
      for (let at = 0; at < columns.length; at++) {
        const cell = cells[at] ?? null;
        group[at]?.push(cell);
        characters += countCharacters(cell);
      }
      if (++held < GROUP && characters < GROUP_CHARACTERS) return undefined;
      writeGroup();
      return takeBytes(writer);
    },
    end() {
      if (held > 0) writeGroup();
      void parquet.finish();
      return takeBytes(writer);
    },
  };
}

export const writeParquetTable = ({ columns, rows }: TableData): Generator<Uint8Array> =>
  writeTable(createParquetWriter(columns), rows);

function countCharacters(cell: Cell): number {
  if (typeof cell === 'string') return cell.length;
  if (typeof cell !== 'object' || cell === null) return 0;
  let sum = 0;
  for (const [key, value] of Object.entries(cell)) sum += key.length + value.length;
  return sum;
}

function toValues({ type, scale = 0 }: TableColumn, cells: readonly Cell[]): unknown[] {
  if (type === 'integer' || type === 'timestamp')
    return cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null));
  if (type !== 'decimal') return [...cells];
  // Few prices are different.
  const known = new Map<Cell, bigint>();
  return cells.map((cell) => {
    if (cell === null) return null;
    let units = known.get(cell);
    if (units === undefined) {
      units = parseUnits(String(cell), scale);
      known.set(cell, units);
    }
    return units;
  });
}

/** The bytes written since the last call: offsets in the file continue to count. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
