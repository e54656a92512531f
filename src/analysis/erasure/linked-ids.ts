// Finds the other customer ids of persons who are erased. Only digests are known of the ids that were requested.
import { computeCustomerDigest, type ErasedCustomer, toErasedCustomer } from './erasure.ts';

interface Dataset {
  readonly accountId: string;
  readonly datasetId: string;
}

/**
 * The other ids of each person, by the digest of a wanted id. A wanted id without a person of several ids is missing.
 * `idOf`: see Persons.
 */
export function findLinkedIds(
  idOf: ReadonlyMap<string, string>,
  { accountId, datasetId }: Dataset,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly ErasedCustomer[]> {
  const personOf = new Map<string, string>();
  const note = (id: string, person: string): void => {
    const digest = computeCustomerDigest(accountId, datasetId, id);
    if (wanted.has(digest)) personOf.set(digest, person);
  };
  for (const [id, person] of idOf) note(id, person);
  for (const person of new Set(idOf.values())) note(person, person);
  const idsOf = new Map([...new Set(personOf.values())].map((person) => [person, [person]]));
  for (const [id, person] of idOf) idsOf.get(person)?.push(id);
  return new Map(
    [...personOf].map(([digest, person]) => {
      const ids = idsOf.get(person) ?? [];
      const all = ids.map((id) => toErasedCustomer(accountId, datasetId, id));
      return [digest, all.filter((one) => one.digest !== digest)];
    }),
  );
}
