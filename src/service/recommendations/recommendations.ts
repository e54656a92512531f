// Writes versions of the evidence for recommendations, decides which version is served, and removes old ones.
// Switching is a write of the pointer.

import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { computeCustomerDigest } from '../../analysis/erasure/erasure.ts';
import type { Evidence } from '../../analysis/recommendations/product-evidence.ts';
import type { ProductIdentifier } from '../../contract/settings/settings.ts';
import { createBatchWriter } from '../aws/batches.ts';
import { isConditionFailed } from '../aws/dynamodb-errors.ts';
import { buildUpdate, type Change, getItem, queryAll, queryPages } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { runAtOnce } from '../reports/partitions/partition-objects.ts';
import type { ReportItem } from '../reports/report-item.ts';
import {
  type ServiceKey,
  toRecommendationShard,
  toRecommendationsKey,
  toRecommendationsPartition,
} from '../tables/service-table.ts';
import { packEvidence, packPopular } from './evidence-item.ts';
import {
  personItem,
  pointerItem,
  SHARDS,
  toPersonKey,
  toProductKey,
  toValueKey,
  toVersionKey,
  type VersionRef,
  versionItem,
} from './served-evidence.ts';

export function toVersionRef({ account_id, dataset_id, report_id }: ReportItem): VersionRef {
  return { accountId: account_id, datasetId: dataset_id, reportId: report_id };
}

/** Whether the report writes a version. */
export function shouldServeRecommendations({ report_type, request }: ReportItem): boolean {
  const serve = request.params?.serve;
  return report_type === 'MBA' && serve !== undefined && serve !== false;
}

/** The served version. */
export interface Served {
  readonly reportId: string;
  readonly products: number;
  /** Keys of the custom fields that recommendations can be filtered by. */
  readonly fields: readonly string[];
}

/** Versions kept to switch back to, in addition to the one that is served. */
const KEPT_VERSIONS = 3;
/** A version that is not complete after a day belongs to a failed report. */
const ABANDONED_AFTER_MS = 86_400_000;

type DatasetOf = Omit<VersionRef, 'reportId'>;
/** Sorts after every ULID. */
const END_OF_VERSIONS = '~';

type Version = v.InferOutput<typeof versionItem>;

export function createRecommendationStore(db: DynamoDBDocumentClient, tableName: string) {
  const readVersion = (ref: VersionRef) => getItem(db, tableName, toVersionKey(ref), versionItem);

  async function removeProducts({ accountId, datasetId, reportId }: VersionRef): Promise<void> {
    const writer = createBatchWriter(db, tableName);
    for (let shard = 0; shard < SHARDS; shard++) {
      const pages = queryPages(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': toRecommendationShard(accountId, datasetId, reportId, shard) },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
      });
      for await (const keys of pages) for (const Key of keys) await writer.add({ DeleteRequest: { Key } });
    }
    await writer.finish();
  }

  /**
   * Marks the version first, so that a version without some products is never switched to. Returns false, and
   * does nothing, while it is served.
   */
  async function retire(ref: VersionRef): Promise<boolean> {
    const ConditionCheck = {
      TableName: tableName,
      Key: toRecommendationsKey(ref.accountId, ref.datasetId),
      ConditionExpression: 'attribute_not_exists(active) OR active <> :version',
      ExpressionAttributeValues: { ':version': ref.reportId },
    };
    const Update = buildUpdate(tableName, toVersionKey(ref), {
      set: { removing: true },
      condition: 'attribute_exists(pk)',
    });
    const refused = await transact(db, { served: [{ ConditionCheck }], version: [{ Update }] });
    if (refused.has('served')) return false;
    // The version was never written, or another worker has removed it.
    if (refused.has('version')) return true;
    await removeProducts(ref);
    await db.send(new DeleteCommand({ TableName: tableName, Key: toVersionKey(ref) }));
    return true;
  }

  function toServed({ reportId }: VersionRef, { products = 0, fields }: Version): Served {
    return { reportId, products, fields };
  }

  /**
   * Switches only to a version that is complete and stays, not to one that was erased or is being removed.
   * Returns the refused parts.
   */
  async function point(ref: VersionRef, change: Change): Promise<ReadonlySet<'version' | 'pointer'>> {
    const ConditionCheck = {
      TableName: tableName,
      Key: toVersionKey(ref),
      ConditionExpression: 'attribute_exists(summary) AND attribute_not_exists(removing)',
    };
    const Update = buildUpdate(tableName, toRecommendationsKey(ref.accountId, ref.datasetId), change);
    return transact(db, { version: [{ ConditionCheck }], pointer: [{ Update }] });
  }

  /** Returns false if the version was not served. */
  async function stopServing({ accountId, datasetId, reportId }: VersionRef): Promise<boolean> {
    try {
      await db.send(
        new DeleteCommand({
          TableName: tableName,
          Key: toRecommendationsKey(accountId, datasetId),
          ConditionExpression: 'active = :version',
          ExpressionAttributeValues: { ':version': reportId },
        }),
      );
      return true;
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
      return false;
    }
  }

  /** Lists versions, whole or not, the newest first. `before`: ULID. */
  async function listVersions({ accountId, datasetId }: DatasetOf, before: string): Promise<Version[]> {
    const items = await queryAll(db, {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: {
        ':pk': toRecommendationsPartition(accountId, datasetId),
        ':before': before,
      },
      ConsistentRead: true,
      ScanIndexForward: false,
    });
    return v.parse(v.array(versionItem), items);
  }

  /** The items of all ids of a person name the erased id: they are deleted together. */
  async function erasePersonsOf(ref: VersionRef, digests: ReadonlySet<string>): Promise<void> {
    const toKey = (digest: string): ServiceKey => toPersonKey(ref, digest);
    const read = await runAtOnce([...digests], (digest) => getItem(db, tableName, toKey(digest), personItem));
    const found = read.filter((item) => item !== undefined);
    const ids = new Set(found.flatMap(({ person_ids }) => person_ids));
    const all = Array.from(ids, (id) => computeCustomerDigest(ref.accountId, ref.datasetId, id));
    // The requested ids last: a retry finds the others by them.
    const others = all.filter((digest) => !digests.has(digest)).map(toKey);
    for (const keys of [others, found]) {
      const writer = createBatchWriter(db, tableName);
      for (const { pk, sk } of keys) await writer.add({ DeleteRequest: { Key: { pk, sk } } });
      await writer.finish();
    }
  }

  /** `before`: ULID of the version that is about to be written. */
  async function retireOld({ reportId: before, ...dataset }: VersionRef): Promise<void> {
    const versions = await listVersions(dataset, before);
    const complete = versions.filter((version) => version.summary !== undefined && version.removing !== true);
    const kept = new Set(complete.slice(0, KEPT_VERSIONS).map(({ sk }) => sk));
    for (const { sk, summary: written } of versions) {
      const isRecent = decodeTime(sk) > decodeTime(before) - ABANDONED_AFTER_MS;
      if (kept.has(sk) || (written === undefined && isRecent)) continue;
      await retire({ ...dataset, reportId: sk });
    }
  }

  return {
    /** Writes a version unless it is complete. Removes old ones first. */
    async write(
      ref: VersionRef,
      evidence: Omit<Evidence, 'largestBasket' | 'scores' | 'nextOfSample'> & {
        readonly productIdentifier: ProductIdentifier;
        /** Key of the custom field whose values stand for products. */
        readonly productLevel?: string | undefined;
        /** The ids of each person who has several. */
        readonly persons?: readonly (readonly string[])[] | undefined;
      },
    ): Promise<void> {
      const before = await readVersion(ref);
      if (before?.summary !== undefined) return;
      await retireOld(ref);
      // Products that an attempt on other data has left.
      if (before !== undefined) await removeProducts(ref);
      const { productIdentifier, productLevel, persons = [] } = evidence;
      const item = {
        ...toVersionKey(ref),
        product_identifier: productIdentifier,
        ...(productLevel !== undefined && { product_level: productLevel }),
        ...(persons.length > 0 && { persons: true }),
      };
      await db.send(new PutCommand({ TableName: tableName, Item: item }));
      const writer = createBatchWriter(db, tableName);
      let products = 0;
      for (const product of evidence.products()) {
        products++;
        await writer.add({
          PutRequest: { Item: { ...toProductKey(ref, product.product), ...packEvidence(product) } },
        });
      }
      for (const popular of evidence.popularByValue()) {
        await writer.add({ PutRequest: { Item: { ...toValueKey(ref, popular), ...packPopular(popular) } } });
      }
      for (const ids of persons) {
        for (const id of ids) {
          const key = toPersonKey(ref, computeCustomerDigest(ref.accountId, ref.datasetId, id));
          await writer.add({ PutRequest: { Item: { ...key, person_ids: ids } } });
        }
      }
      await writer.finish();
      const { fields } = evidence;
      const complete = { ...item, products, fields, summary: JSON.stringify(evidence.summary()) };
      await db.send(new PutCommand({ TableName: tableName, Item: complete }));
    },

    /** Serves the version of a report that has just finished, unless that of a newer report has been served. */
    async activate(ref: VersionRef): Promise<void> {
      await point(ref, {
        set: { active: ref.reportId, newest: ref.reportId },
        condition: 'attribute_not_exists(newest) OR newest < :version',
        values: { version: ref.reportId },
      });
    },

    /** Undefined while nothing is served. */
    async served({ accountId, datasetId }: DatasetOf): Promise<Served | undefined> {
      for (;;) {
        const pointer = await getItem(db, tableName, toRecommendationsKey(accountId, datasetId), pointerItem);
        if (pointer === undefined) return undefined;
        const ref = { accountId, datasetId, reportId: pointer.active };
        const version = await readVersion(ref);
        // Otherwise another version has been served since, and this one was removed.
        if (version?.summary !== undefined) return toServed(ref, version);
      }
    },

    /**
     * Serves a version, older or newer. `seen`: the served version as the caller has read it. Returns
     * undefined if there is no such version; `changed` if another one is served.
     */
    async switchTo(ref: VersionRef, seen?: string): Promise<Served | 'changed' | undefined> {
      const version = await readVersion(ref);
      if (version?.summary === undefined) return undefined;
      const refused = await point(ref, {
        set: { active: ref.reportId },
        setOnce: { newest: ref.reportId },
        ...(seen !== undefined && { condition: 'active = :seen', values: { seen } }),
      });
      if (refused.has('version')) return undefined;
      return refused.size === 0 ? toServed(ref, version) : 'changed';
    },

    /** Serves nothing until another version is served. Returns false if this one was not served. */
    stop: stopServing,

    /** Removes the persons of erased customers from all versions. `digests`: of the customers. */
    async erasePersons(dataset: DatasetOf, digests: ReadonlySet<string>): Promise<void> {
      if (digests.size === 0) return;
      for (const { sk, persons } of await listVersions(dataset, END_OF_VERSIONS))
        if (persons) await erasePersonsOf({ ...dataset, reportId: sk }, digests);
    },

    /** Removes the version of an erased report, and the pointer if it points there. */
    async remove(ref: VersionRef): Promise<void> {
      do await stopServing(ref);
      while (!(await retire(ref)));
    },
  };
}
export type RecommendationStore = ReturnType<typeof createRecommendationStore>;
