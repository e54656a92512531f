// Archives of several files, each of which is read as if it lay there on its own: a shop's export by month, for example.
import { OrderFileError } from './problems/errors.ts';
import type { OrderFile } from './sources.ts';
import { type ZipFile, zipFiles } from './tables/zip-entries.ts';

const MAX_FILES = 1_000;
/** The first bytes of a ZIP archive. */
export const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];
/** A workbook and a spreadsheet are archives of their parts. */
const TABLES = ['xl/workbook.xml', 'content.xml'];

/** What is no such archive stays as it is; what is wrong with it shows when it is opened. */
export async function filesOfArchives(files: readonly OrderFile[]): Promise<OrderFile[]> {
  const all: OrderFile[] = [];
  for (const file of files) all.push(...(await filesOf(file)));
  return all;
}

async function filesOf(file: OrderFile): Promise<readonly OrderFile[]> {
  const entries = await entriesOf(file).catch(() => []);
  if (entries.length < 2 || entries.some(({ name }) => TABLES.includes(name))) return [file];
  if (entries.length > MAX_FILES) {
    const names = entries.slice(0, 5).map(({ name }) => name);
    throw new OrderFileError(file.name, { code: 'archive', files: entries.length, names });
  }
  return entries.map((entry) => ({
    name: `${file.name}/${entry.name}`,
    size: entry.size,
    isInArchive: true,
    open: async () => ({ chunks: entry.bytes(), close: () => undefined }),
    blob: undefined,
  }));
}

async function entriesOf({ blob }: OrderFile): Promise<readonly ZipFile[]> {
  if (blob === undefined) return [];
  const bytes = await blob();
  const head = new Uint8Array(await bytes.slice(0, ZIP_MARK.length).arrayBuffer());
  return ZIP_MARK.every((byte, at) => head[at] === byte) ? zipFiles(bytes) : [];
}
