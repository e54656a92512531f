// Stores lists without S3: objects by key, replaced atomically.
import type { Copies, CopyFile } from '../../../../../src/service/destinations/copies.ts';
import { ListChangedError } from '../../../../../src/service/reports/customer-lists.ts';

export function createListsInMemory<Of extends object>() {
  const objects = new Map<string, Uint8Array>();
  const toName = (of: Of): string => Object.values(of).join('/');
  return {
    objects,
    put: async (of: Of, bytes: Uint8Array) => void objects.set(toName(of), bytes),
    find: async (of: Of) => objects.get(toName(of)),
    version: async (of: Of) => (objects.has(toName(of)) ? toName(of) : undefined),
    async read(of: Of, _version: string, from: number, to: number) {
      const bytes = objects.get(toName(of));
      if (bytes === undefined) throw new ListChangedError('gone');
      return bytes.slice(from, to);
    },
  };
}

/** `clock`: the time at which files are written, in epoch milliseconds. */
export function createCopiesInMemory(
  clock: () => number,
): Copies & { readonly objects: ReadonlyMap<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  const written = new Map<string, number>();
  const toPrefix = ({ destinationId }: Pick<CopyFile, 'destinationId'>): string => `${destinationId}/`;
  return {
    objects,
    async put(of, file) {
      objects.set(toPrefix(of) + of.file, file instanceof Uint8Array ? file : Buffer.concat([...file]));
      written.set(toPrefix(of) + of.file, clock());
    },
    find: async (of) => objects.get(toPrefix(of) + of.file),
    remove: async (of) => void objects.delete(toPrefix(of) + of.file),
    async removeAll(ref) {
      for (const name of objects.keys()) if (name.startsWith(toPrefix(ref))) objects.delete(name);
    },
    async tidy(ref, named, before) {
      let isTidy = true;
      for (const name of objects.keys()) {
        if (!name.startsWith(toPrefix(ref)) || named.some((file) => name === `${toPrefix(ref)}${file}`))
          continue;
        if ((written.get(name) ?? 0) > before) isTidy = false;
        else objects.delete(name);
      }
      return isTidy;
    },
  };
}
