// A stage's data as files: a folder a table, in the format of DynamoDB's own exports to S3 (a JSON object a line, compressed), so that what AWS exported
// can be imported as well; and the bucket's objects under their keys.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** A file of items, and what the manifest of an export says of it. */
interface ItemFile {
  readonly path: string;
  readonly expected?: { readonly items: number; readonly md5: string };
}

const AWS_FOLDER = 'AWSDynamoDB';
const MANIFEST = 'manifest-files.json';
const manifestLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() }),
);
/** `exportType` came later than full exports. */
const manifestSummary = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    outputFormat: v.string(),
    exportType: v.optional(v.string(), 'FULL_EXPORT'),
    itemCount: v.number(),
  }),
);

/** Of all files of a table, also of those of an export by AWS. Throws OperationError by file and line. */
export async function* itemsIn(folder: string, table: TableName): AsyncGenerator<Item> {
  for (const { path, expected } of filesOf(folder, table)) {
    let number = 0;
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
    for await (const text of lines) {
      number++;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), line), text);
      if (!parsed.success) throw new OperationError(`${path}, line ${number}: expected {"Item": …}`);
      yield parsed.output.Item;
    }
    if (expected !== undefined && expected.items !== number)
      throw new OperationError(`${path}: expected ${expected.items} items by its manifest, got ${number}`);
  }
}

function filesOf(folder: string, table: TableName): ItemFile[] {
  const path = tableFolder(folder, table);
  let names: string[];
  try {
    names = readdirSync(path);
  } catch {
    throw new OperationError(`${path}: expected a folder with the items of the table ${table}`);
  }
  if (names.includes(MANIFEST)) return exportedFiles(path);
  if (names.includes(AWS_FOLDER)) {
    const exports = readdirSync(join(path, AWS_FOLDER));
    const [only = ''] = exports;
    if (exports.length !== 1)
      throw new OperationError(`${join(path, AWS_FOLDER)}: expected one export, got ${exports.length}`);
    return exportedFiles(join(path, AWS_FOLDER, only));
  }
  return names
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) => ({ path: join(path, name) }));
}

/** Of an export as AWS leaves it: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html */
function exportedFiles(path: string): ItemFile[] {
  const summaryFile = join(path, 'manifest-summary.json');
  const summary = v.safeParse(
    manifestSummary,
    existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : '',
  );
  if (!summary.success)
    throw new OperationError(`${summaryFile}: expected the summary of an export that has ended`);
  const { outputFormat, exportType, itemCount } = summary.output;
  if (outputFormat !== 'DYNAMODB_JSON' || exportType !== 'FULL_EXPORT')
    throw new OperationError(
      `${summaryFile}: expected a full export as DYNAMODB_JSON, got ${exportType} as ${outputFormat}`,
    );
  const files = readFileSync(join(path, MANIFEST), 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text, at) => {
      const parsed = v.safeParse(manifestLine, text);
      if (!parsed.success)
        throw new OperationError(`${join(path, MANIFEST)}, line ${at + 1}: expected a file and its items`);
      const { dataFileS3Key, itemCount: items, md5Checksum: md5 } = parsed.output;
      return { path: join(path, 'data', basename(dataFileS3Key)), expected: { items, md5 } };
    });
  const listed = files.reduce((sum, { expected }) => sum + expected.items, 0);
  if (listed !== itemCount)
    throw new OperationError(`${join(path, MANIFEST)}: expected ${itemCount} items in all, got ${listed}`);
  for (const { path: file, expected } of files) {
    if (!existsSync(file)) throw new OperationError(`${file}: expected by its manifest, not found`);
    const md5 = createHash('md5').update(readFileSync(file)).digest('base64');
    if (md5 !== expected.md5)
      throw new OperationError(`${file}: expected checksum ${expected.md5} by its manifest, got ${md5}`);
  }
  return files;
}
