// The ids that a run has come by, so that requests can name what is really there.
export const ID_KINDS = [
  'report',
  'import',
  'erasure',
  'schedule',
  'source',
  'export',
  'audience',
  'order',
  'foreign report',
  'foreign import',
  'foreign erasure',
  'foreign schedule',
  'foreign source',
  'foreign export',
  'foreign audience',
  'foreign order',
] as const;
export type IdOf = (typeof ID_KINDS)[number];

/** A part of a path: as it is, or the nth id that the run knows by then. */
export type PathPart = string | { readonly idOf: IdOf; readonly nth: number };

/** A ULID that nothing has. */
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

export function createKnownIds() {
  const known = new Map<IdOf, string[]>();
  return {
    add(idOf: IdOf, id: string): void {
      const ids = known.get(idOf) ?? [];
      known.set(idOf, ids);
      ids.push(id);
    },
    /** The whole path, percent-encoding and all. */
    fill: (parts: readonly PathPart[]): string =>
      parts
        .map((part) => {
          if (typeof part === 'string') return part;
          const ids = known.get(part.idOf) ?? [];
          return ids[part.nth % Math.max(1, ids.length)] ?? UNKNOWN;
        })
        .join(''),
  };
}
export type KnownIds = ReturnType<typeof createKnownIds>;
