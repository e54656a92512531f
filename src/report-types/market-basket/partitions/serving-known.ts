// What all partitions must know to make what recommendations are computed from, as columns.
import type { ItemValues } from '../../../core/baskets/item-values.ts';
import type { Column, UnpackedColumns } from '../../../core/extract/packed-columns.ts';

export interface ServingKnown {
  /** Items of the first level by index, as one function of the whole dataset meets them, the baskets with each, their weight. */
  readonly items: readonly string[];
  readonly frequency: Uint32Array;
  readonly weight: Float64Array;
  /** By their number of items: baskets. */
  readonly sizes: Uint32Array;
  /** Baskets of more items than this are not looked at for pairs; infinite where all are. */
  readonly largestBasket: number;
  /** How many blocks the pairs are cut into: a multiple of the number of partitions. */
  readonly blocks: number;
  readonly fieldValues: ItemValues | undefined;
}

interface ServingHead extends Pick<ServingKnown, 'blocks'> {
  /** Null: infinite. */
  readonly largestBasket: number | null;
  readonly fields: Pick<ItemValues, 'fields' | 'values'> | null;
  readonly cut: readonly (readonly [field: string, products: number])[];
}

export function servingColumns(serving: ServingKnown): Record<string, Column> {
  const { items, frequency, weight, sizes, largestBasket, blocks, fieldValues } = serving;
  const head: ServingHead = {
    blocks,
    largestBasket: Number.isFinite(largestBasket) ? largestBasket : null,
    fields: fieldValues === undefined ? null : { fields: fieldValues.fields, values: fieldValues.values },
    cut: [...(fieldValues?.cut ?? [])],
  };
  return {
    serving: { kind: 'texts', values: [JSON.stringify(head)] },
    servedItems: { kind: 'texts', values: items },
    servedFrequency: { kind: 'counts', values: frequency },
    servedWeight: { kind: 'doubles', values: weight },
    servedSizes: { kind: 'counts', values: sizes },
    ...(fieldValues && {
      servedValueStart: { kind: 'counts', values: fieldValues.ofItem.start },
      servedValueOther: { kind: 'counts', values: fieldValues.ofItem.other },
    }),
  };
}

/** Undefined where nothing is served. */
export function servingIn(columns: UnpackedColumns): ServingKnown | undefined {
  if (!columns.has('serving')) return undefined;
  const [text = ''] = columns.texts('serving');
  const { blocks, largestBasket, fields, cut }: ServingHead = JSON.parse(text);
  const counts = (name: string): Uint32Array => Uint32Array.from(columns.integers(name));
  return {
    items: columns.texts('servedItems'),
    frequency: counts('servedFrequency'),
    weight: Float64Array.from(columns.doubles('servedWeight')),
    sizes: counts('servedSizes'),
    largestBasket: largestBasket ?? Number.POSITIVE_INFINITY,
    blocks,
    fieldValues:
      fields === null
        ? undefined
        : {
            ...fields,
            ofItem: { start: counts('servedValueStart'), other: counts('servedValueOther') },
            cut: new Map(cut),
          },
  };
}
