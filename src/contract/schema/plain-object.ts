// Objects in valibot take arrays, whose members they then miss: an array sent in the place of an object must be
// refused.
import * as v from 'valibot';

/** As v.object. */
export function plainObject<const E extends v.ObjectEntries>(
  entries: E,
  expected = 'expected a JSON object',
) {
  return refuseArrays(v.object(entries, expected));
}

/** The schema of an object, changed to reject an array as it rejects null: as a value that is not an object. */
export function refuseArrays<S extends v.GenericSchema>(schema: S): S {
  return {
    ...schema,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      schema['~run'](Array.isArray(dataset.value) ? { typed: false, value: null } : dataset, config),
  };
}
