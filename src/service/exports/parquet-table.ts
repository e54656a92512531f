// Tables as Parquet: typed columns, compressed with Snappy, a row group at a time in memory.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type TableData, type TableWriter, writeTable } from '../../analysis/tables/table.ts';
import type { Cell, CellType, TableColumn } from '../../contract/report-types/table.ts';

/** Rows of a row group: with lists of texts, some tens of megabytes in memory. */
const GROUP = 50_000;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;
const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

/** Elements of the schema for a column: a list has three levels. */
function listElements(name: string, type: CellType): Schema {
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
  }
}

export function createParquetWriter(columns: readonly TableColumn[]): TableWriter {
  const writer = new ByteWriter();
  const schema: Schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(({ name, type }) => listElements(name, type)),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'order-analytics' });
  let group: Cell[][] = columns.map(() => []);
  let held = 0;
  const writeGroup = (): void => {
    const columnData = columns.map(({ name, type }, at) => ({
      name,
      data: toValues(type, group[at] ?? []),
    }));
    void parquet.write({ columnData, rowGroupSize: held });
    group = columns.map(() => []);
    held = 0;
  };
  return {
    add(cells) {
      for (let at = 0; at < columns.length; at++) group[at]?.push(cells[at] ?? null);
      if (++held < GROUP) return undefined;
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

function toValues(type: CellType, cells: readonly Cell[]): unknown[] {
  if (type !== 'integer') return [...cells];
  return cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null));
}

/** The bytes written since the last call: offsets in the file continue to count. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
