// Reads one product's profile from its part of the report's file: the file's index, then the product's block.
import {
  type FileProfile,
  findBlock,
  findProfile,
  INDEX_BYTES,
  type ProfileIndex,
  readIndex,
} from '../../analysis/product-profiles/profile-file.ts';
import type { ProductProfileFiles } from './product-profile-files.ts';
import type { ReportKey } from './report-item.ts';

export interface ReadProfile {
  readonly index: ProfileIndex;
  /** Undefined if no order has the product. */
  readonly profile: FileProfile | undefined;
}

/** Undefined if the report has no file, or no longer. */
export async function readProfile(
  files: Pick<ProductProfileFiles, 'find' | 'read'>,
  key: ReportKey,
  product: string,
): Promise<ReadProfile | undefined> {
  const file = await files.find(key);
  if (file === undefined) return undefined;
  const begin = Math.max(0, file.bytes - INDEX_BYTES);
  const end = await files.read(key, file, begin, file.bytes);
  if (end === undefined) return undefined;
  const index = readIndex(end);
  const [from, to] = findBlock(index, product);
  // A small file was read whole.
  const block =
    from >= begin ? end.subarray(from - begin, to - begin) : await files.read(key, file, from, to);
  return block && { index, profile: findProfile(block, product) };
}
