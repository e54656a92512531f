// The items of recommendations: the evidence of each product, in versions named after their report, and one pointer per
// dataset that says which version is served.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { FieldValue } from '../../core/recommendations/evidence.ts';
import { PRODUCT_IDENTIFIERS } from '../../core/settings/settings.ts';
import { recommendationShard, recommendationVersionKey, type ServiceKey } from '../tables/service-table.ts';

export interface VersionRef {
  readonly accountId: string;
  readonly datasetId: string;
  readonly reportId: string;
}

/** A popular product would otherwise bring the reads of a whole shop to one partition. */
export const SHARDS = 16;

export const pointerItem = v.object({ active: v.string(), newest: v.string() });
const numbers = v.array(v.number());
const summary = v.object({
  baskets: v.number(),
  leastBaskets: v.number(),
  minConfidence: v.number(),
  pairs: v.number(),
  chance: v.optional(v.object({ baskets: numbers, ofSize: numbers, crowding: numbers })),
  popularityShare: v.optional(v.number()),
  popular: v.array(v.object({ product: v.string(), baskets: v.number() })),
});
export const versionItem = v.object({
  sk: v.string(),
  products: v.optional(v.number()),
  product_identifier: v.picklist(PRODUCT_IDENTIFIERS),
  /** Keys of the custom fields that it can be filtered by. */
  fields: v.optional(v.array(v.string()), []),
  /** As JSON. Missing until all products are written. */
  summary: v.optional(v.pipe(v.string(), v.parseJson(), summary)),
  removing: v.optional(v.boolean()),
});

export function versionKey({ accountId, datasetId, reportId }: VersionRef): ServiceKey {
  return recommendationVersionKey(accountId, datasetId, reportId);
}

export function productKey(ref: VersionRef, product: string): ServiceKey {
  return keyOfText(ref, product, '');
}

/** The best-selling products that have a value of a custom field. */
export function valueKey(ref: VersionRef, { field, value }: FieldValue): ServiceKey {
  return keyOfText(ref, JSON.stringify([field, value]), 'value#');
}

function keyOfText({ accountId, datasetId, reportId }: VersionRef, text: string, prefix: string): ServiceKey {
  const digest = createHash('sha256').update(text).digest();
  const shard = recommendationShard(accountId, datasetId, reportId, digest.readUInt8(0) % SHARDS);
  return { pk: shard, sk: prefix + digest.toString('base64url', 0, 18) };
}
