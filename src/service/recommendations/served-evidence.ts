// Reads the evidence of a cart's products: of the served version, which the pointer of a dataset names, or of
// a report that could be served.

import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { computeCustomerDigest } from '../../analysis/erasure/erasure.ts';
import type {
  EvidenceSummary,
  FieldValue,
  ProductEvidence,
  Recommendable,
} from '../../analysis/recommendations/evidence.ts';
import { PRODUCT_IDENTIFIERS, type ProductIdentifier } from '../../contract/settings/settings.ts';
import { getBatch } from '../aws/batches.ts';
import { getItem } from '../aws/items.ts';
import {
  type ServiceKey,
  toRecommendationShard,
  toRecommendationsKey,
  toRecommendationVersionKey,
} from '../tables/service-table.ts';
import { evidenceItem, popularItem } from './evidence-item.ts';

// The items of recommendations: the evidence of each product, in versions named after their report, and one
// pointer per dataset to the served version. With identity rules, a version also has the ids of each person who has
// several, once for each of them.

export interface VersionRef {
  readonly accountId: string;
  readonly datasetId: string;
  readonly reportId: string;
}

/** Without shards, reads of a popular product would load one partition with a whole shop. */
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
  /** Key of the custom field whose values stand for products. */
  product_level: v.optional(v.string()),
  /** Keys of the custom fields by which recommendations can be filtered. */
  fields: v.optional(v.array(v.string()), []),
  /** Whether any person has several customer ids. */
  persons: v.optional(v.boolean(), false),
  /** JSON. Missing until all products are written. */
  summary: v.optional(v.pipe(v.string(), v.parseJson(), summary)),
  removing: v.optional(v.boolean()),
});

export const personItem = v.object({ pk: v.string(), sk: v.string(), person_ids: v.array(v.string()) });

export function toVersionKey({ accountId, datasetId, reportId }: VersionRef): ServiceKey {
  return toRecommendationVersionKey(accountId, datasetId, reportId);
}

export function toProductKey(ref: VersionRef, product: string): ServiceKey {
  return toHashedKey(ref, product, '');
}

/** Key of the best-selling products with a value of a custom field. */
export function toValueKey(ref: VersionRef, { field, value }: FieldValue): ServiceKey {
  return toHashedKey(ref, JSON.stringify([field, value]), 'value#');
}

function toHashedKey(ref: VersionRef, text: string, prefix: string): ServiceKey {
  const digest = createHash('sha256').update(text).digest();
  return { pk: toShard(ref, digest), sk: prefix + digest.toString('base64url', 0, 18) };
}

/** Sorts after the keys of products and values, which can thus be read without the persons. */
export const PERSON_PREFIX = '~';

/** `digest`: `computeCustomerDigest` of one id of the person. An erasure knows no more of the id. */
export function toPersonKey(ref: VersionRef, digest: string): ServiceKey {
  return { pk: toShard(ref, Buffer.from(digest, 'hex')), sk: PERSON_PREFIX + digest };
}

function toShard({ accountId, datasetId, reportId }: VersionRef, digest: Buffer): string {
  return toRecommendationShard(accountId, datasetId, reportId, digest.readUInt8(0) % SHARDS);
}

const toText = ({ pk, sk }: ServiceKey): string => `${pk} ${sk}`;

/** Datasets whose version an instance caches. */
const MAX_REMEMBERED = 100;

/** Products whose evidence an instance caches, about 10 kB each: those that were asked for last. */
const MOST_PRODUCTS = 2_000;

export interface ServedEvidence {
  readonly reportId: string;
  readonly productIdentifier: ProductIdentifier;
  /** Key of the custom field whose values stand for products. */
  readonly productLevel: string | undefined;
  /** Keys of the custom fields by which recommendations can be filtered. */
  readonly fields: readonly string[];
  readonly summary: EvidenceSummary;
  /** Evidence of the products in the version. */
  readonly products: readonly ProductEvidence[];
  /** The best sellers of each requested value; empty for a value that no product has. */
  readonly popular: readonly (readonly Recommendable[])[];
  /** All ids of the customer's person, as the report joined them: its own first, then the newest; empty for one id. */
  readonly personIds: readonly string[];
}

/** The requested parts of a version. */
export interface EvidenceRequest {
  /** Unique. At most 90 together with the values. */
  readonly products: readonly string[];
  /** Unique. Default: none. */
  readonly values?: readonly FieldValue[];
  /** The customer whose person is requested. */
  readonly customer?: string | undefined;
}

type RememberedVersion = Omit<ServedEvidence, 'products' | 'popular' | 'personIds'> & {
  readonly hasPersons: boolean;
};

export function createServedEvidence(db: DynamoDBDocumentClient, tableName: string) {
  const remembered = new Map<string, RememberedVersion>();
  // A served version does not change. Keys name the version.
  const cached = new Map<string, ProductEvidence>();

  function keep(evidence: ReadonlyMap<string, ProductEvidence>): void {
    for (const [key, product] of evidence) {
      cached.delete(key);
      cached.set(key, product);
    }
    for (const key of cached.keys()) {
      if (cached.size <= MOST_PRODUCTS) return;
      cached.delete(key);
    }
  }

  async function readActive(accountId: string, datasetId: string): Promise<string | undefined> {
    const pointer = await getItem(db, tableName, toRecommendationsKey(accountId, datasetId), pointerItem);
    return pointer?.active;
  }

  /**
   * Takes one request: the pointer, the person, and the products and the version unless they are cached. `known` is
   * missing for a version that may not be served.
   */
  async function readTogether(
    ref: VersionRef,
    { products, values = [], customer }: EvidenceRequest,
    known?: RememberedVersion,
  ) {
    const pointerKey = toRecommendationsKey(ref.accountId, ref.datasetId);
    const versionKeys = known === undefined ? [toVersionKey(ref)] : [];
    const productKeys = products.map((product) => toProductKey(ref, product));
    const valueKeys = values.map((value) => toValueKey(ref, value));
    const personKeys =
      customer === undefined || known?.hasPersons === false
        ? []
        : [toPersonKey(ref, computeCustomerDigest(ref.accountId, ref.datasetId, customer))];
    const missing = productKeys.filter((key) => known === undefined || !cached.has(toText(key)));
    const keys = [pointerKey, ...versionKeys, ...missing, ...valueKeys, ...personKeys];
    const items = await getBatch(db, tableName, keys);
    const findItems = (keys: readonly ServiceKey[]) =>
      keys
        .map(({ pk, sk }) => items.find((item) => item.pk === pk && item.sk === sk))
        .filter((item) => item !== undefined);
    const read = new Map(
      findItems(missing).map(({ pk, sk, ...item }) => [
        toText({ pk: String(pk), sk: String(sk) }),
        v.parse(evidenceItem, item),
      ]),
    );
    return {
      pointer: findItems([pointerKey])[0],
      version: findItems(versionKeys)[0],
      /** By the texts of their keys. */
      products: new Map(
        productKeys.flatMap((key) => {
          const product = read.get(toText(key)) ?? (known && cached.get(toText(key)));
          return product === undefined ? [] : [[toText(key), product] as const];
        }),
      ),
      popular: findItems(valueKeys).map((item) => v.parse(popularItem, item)),
      personIds: findItems(personKeys).flatMap((item) => v.parse(personItem, item).person_ids),
    };
  }

  return {
    /**
     * The served evidence of these products and values. An instance caches the version and products; the pointer is
     * read with the others and checked, so that a switch takes effect at the next request. A missing product was
     * never part of the version, or the version is being removed while it is read; then it is no longer
     * served.
     */
    async find(
      { accountId, datasetId }: Omit<VersionRef, 'reportId'>,
      looked: EvidenceRequest,
    ): Promise<ServedEvidence | undefined> {
      const name = `${accountId}#${datasetId}`;
      for (;;) {
        const known = remembered.get(name);
        const reportId = known?.reportId ?? (await readActive(accountId, datasetId));
        if (reportId === undefined) return undefined;
        const read = await readTogether({ accountId, datasetId, reportId }, looked, known);
        const isWhole =
          read.products.size === looked.products.length &&
          read.popular.length === (looked.values?.length ?? 0) &&
          (known ?? read.version) !== undefined;
        const served = isWhole ? read.pointer?.active : await readActive(accountId, datasetId);
        if (read.pointer?.active !== reportId || served !== reportId) {
          remembered.delete(name);
          continue;
        }
        const version = known ?? toRemembered(reportId, v.parse(versionItem, read.version));
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(name, version);
        keep(read.products);
        const { products, popular, personIds } = read;
        return { ...version, products: [...products.values()], popular, personIds };
      }
    },

    /**
     * The evidence of a complete version, served or not. The version is read after its products: if it is not
     * being removed by then, none of them was missing.
     */
    async ofReport(ref: VersionRef, looked: EvidenceRequest): Promise<ServedEvidence | undefined> {
      const { products, popular, personIds } = await readTogether(ref, looked);
      const version = await getItem(db, tableName, toVersionKey(ref), versionItem);
      if (version?.summary === undefined || version.removing === true) return undefined;
      return { ...toRemembered(ref.reportId, version), products: [...products.values()], popular, personIds };
    },
  };
}
export type ServedEvidenceStore = ReturnType<typeof createServedEvidence>;

function toRemembered(
  reportId: string,
  { product_identifier, product_level, fields, persons, summary: written }: v.InferOutput<typeof versionItem>,
): RememberedVersion {
  if (written === undefined) throw new Error(`version ${reportId} is served and not complete`);
  return {
    reportId,
    productIdentifier: product_identifier,
    productLevel: product_level,
    fields,
    hasPersons: persons,
    summary: written,
  };
}
