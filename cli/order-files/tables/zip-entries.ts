// Files within a ZIP archive, each as a stream of bytes.
import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

export interface ZipFile {
  readonly name: string;
  bytes(): AsyncGenerator<Buffer>;
}

/** Throws what zip.js throws for an archive that is damaged. */
export async function zipFiles(blob: Blob): Promise<ZipFile[]> {
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  return entries.filter(isFile).map((entry) => ({ name: entry.filename, bytes: () => bytesOf(entry) }));
}

/** macOS adds files of its own. */
function isFile(entry: Entry): entry is FileEntry {
  return !entry.directory && !entry.filename.startsWith('__MACOSX/') && !/(?:^|\/)\./.test(entry.filename);
}

async function* bytesOf(entry: FileEntry): AsyncGenerator<Buffer> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const written = entry.getData(writable);
  // A failure also fails the stream below; here it only must not go unhandled.
  written.catch(() => undefined);
  for await (const chunk of readable) yield Buffer.from(chunk);
  await written;
}
