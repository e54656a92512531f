// The item of a dataset.
import * as v from 'valibot';

/** What the dataset held at a time. */
export const contentsItem = v.object({
  /** ISO 8601, as the dates of the first and the last order, which are missing if no order has one. */
  counted_at: v.string(),
  rows: v.number(),
  orders: v.number(),
  customers: v.number(),
  first_order_date: v.optional(v.string()),
  last_order_date: v.optional(v.string()),
});

export const datasetItem = v.object({
  slug: v.string(),
  name: v.string(),
  /** When orders were first pushed to it. Missing until then. */
  created_at: v.optional(v.string()),
  /** Epoch milliseconds, ascending: the time in the id of the import or erasure that was accepted last. */
  last_accepted: v.optional(v.number()),
  currency: v.optional(v.string()),
  rates_source: v.optional(v.string()),
  time_zone: v.optional(v.string()),
  /** Products that are fees and services. */
  not_goods: v.optional(v.array(v.string())),
  contents: v.optional(contentsItem),
});
export type DatasetItem = v.InferOutput<typeof datasetItem>;
