// Knows the dataset that the page is about: that of the address, of the report that is shown, or the largest one.
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Dataset } from '../../../packages/client/src/index.ts';
import { readParameter } from './address.ts';

const ofReport = signal<string | undefined>(undefined);

/** Its slug; undefined if neither the address nor a report names one. */
export const namedDataset = computed(() => readParameter('dataset') ?? ofReport.value);

/** Called by views of a report: the header shows its dataset, and the menu leads to it. */
export function useDatasetOf({ dataset_id }: { readonly dataset_id: string }): void {
  useEffect(() => {
    ofReport.value = dataset_id;
    return () => {
      ofReport.value = undefined;
    };
  }, [dataset_id]);
}

/** Datasets that have received orders. */
export function listFilled(datasets: readonly Dataset[]): Dataset[] {
  return datasets.filter(({ created_at }) => created_at !== null);
}

/** The one with this slug; default: the dataset with the most line items. */
export function findDataset(filled: readonly Dataset[], slug: string | undefined): Dataset | undefined {
  return (
    filled.find((one) => one.slug === slug) ??
    filled.toSorted((a, b) => (b.contents?.rows ?? 0) - (a.contents?.rows ?? 0))[0]
  );
}
