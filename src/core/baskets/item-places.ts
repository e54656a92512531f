// Where what a partition counts by its own numbering stands among all of the dataset, so that counts can be added up.

/** Per entry of `own`, its index in `all`. Throws where it is not there: it would be counted as another one. */
export function placesAmong<T>(all: readonly T[], own: readonly T[]): Uint32Array {
  const placeOf = new Map(all.map((entry, place) => [entry, place]));
  return Uint32Array.from(own, (entry) => {
    const place = placeOf.get(entry);
    if (place === undefined) throw new Error('a partition has counted what the dataset does not have');
    return place;
  });
}
