// A stage's data as files: a folder a table, in the format of DynamoDB's own exports to S3 (a JSON object a line, compressed), so that what AWS exported
// can be imported as well; and the bucket's objects under their keys.
import { createReadStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { OperationError } from '../../src/operations/operation-error.ts';

export type Item = Record<string, AttributeValue>;
export const TABLES = ['orders', 'service'] as const;
export type TableName = (typeof TABLES)[number];

/** What takes part in the copy of a stage. */
export interface CopiedStage {
  readonly tables: Readonly<Record<TableName, string>>;
  readonly bucket: string;
}

export const tableFolder = (folder: string, table: TableName): string => join(folder, table);
export const objectsFolder = (folder: string): string => join(folder, 'objects');

/** Throws OperationError: what lies in the folder might be mistaken for part of the copy. */
export function requireEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const [found] = readdirSync(folder);
  if (found !== undefined) throw new OperationError(`${folder}: expected an empty folder, found ${found}`);
}

/** Keys with dots or empty parts would leave the folder. */
export const fileOf = (folder: string, key: string): string =>
  join(objectsFolder(folder), encodeURIComponent(key));
export const keyOf = (file: string): string => decodeURIComponent(file);

const line = v.object({ Item: v.custom<Item>((input) => typeof input === 'object' && input !== null) });

/** Of all files of a table, also of those of an export by AWS. Throws OperationError by file and line. */
export async function* itemsIn(folder: string, table: TableName): AsyncGenerator<Item> {
  const path = tableFolder(folder, table);
  let files: string[];
  try {
    files = readdirSync(path)
      .filter((name) => name.endsWith('.json.gz'))
      .sort();
  } catch {
    throw new OperationError(`${path}: expected a folder with the items of the table ${table}`);
  }
  for (const name of files) {
    let number = 0;
    const lines = createInterface({ input: createReadStream(join(path, name)).pipe(createGunzip()) });
    for await (const text of lines) {
      number++;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), line), text);
      if (!parsed.success)
        throw new OperationError(`${join(path, name)}, line ${number}: expected {"Item": …}`);
      yield parsed.output.Item;
    }
  }
}
