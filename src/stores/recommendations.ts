// The evidence that recommendations are computed from, as items: one per product, in versions named after their report,
// and one pointer per dataset that says which version is served. Switching is a write of the pointer.
import { createHash } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import type { EvidenceSummary, ProductEvidence } from '../core/recommendations/evidence.ts';
import type { Evidence } from '../core/recommendations/product-evidence.ts';
import { PRODUCT_IDENTIFIERS, type ProductIdentifier } from '../core/settings/settings.ts';
import { batchGet, createBatchWriter } from './batches.ts';
import { cancellationCodes, conditionFailed } from './dynamodb-errors.ts';
import { evidenceItem, packEvidence } from './evidence-item.ts';
import { queryAll, queryPages } from './query-all.ts';
import type { ReportItem } from './reports.ts';
import {
  recommendationShard,
  recommendationsKey,
  recommendationVersionKey,
  recommendationVersions,
  type ServiceKey,
} from './service-table.ts';

export interface VersionRef {
  readonly accountId: string;
  readonly datasetId: string;
  readonly reportId: string;
}

export function versionOf({ account_id, dataset_id, report_id }: ReportItem): VersionRef {
  return { accountId: account_id, datasetId: dataset_id, reportId: report_id };
}

/** Whether the report writes a version. */
export function servesRecommendations({ report_type, request }: ReportItem): boolean {
  return report_type === 'MBA' && request.params?.serve === true;
}

/** Versions kept to switch back to, in addition to the one that is served. */
const KEPT_VERSIONS = 3;
/** A version that is not complete after a day belongs to a report that failed. */
const ABANDONED_AFTER_MS = 86_400_000;
/** A popular product would otherwise bring the reads of a whole shop to one partition. */
const SHARDS = 16;
/** Datasets whose version an instance remembers. */
const MAX_REMEMBERED = 100;

const pointerItem = v.object({ active: v.string(), newest: v.string() });
const summary = v.object({
  baskets: v.number(),
  leastBaskets: v.number(),
  minConfidence: v.number(),
  rules: v.number(),
  pairs: v.number(),
  popular: v.array(v.object({ product: v.string(), baskets: v.number() })),
});
const versionItem = v.object({
  sk: v.string(),
  products: v.optional(v.number()),
  product_identifier: v.picklist(PRODUCT_IDENTIFIERS),
  /** As JSON. Missing until all products are written. */
  summary: v.optional(v.pipe(v.string(), v.parseJson(), summary)),
  removing: v.optional(v.boolean()),
});

export interface ServedEvidence {
  readonly reportId: string;
  readonly productIdentifier: ProductIdentifier;
  readonly summary: EvidenceSummary;
  /** Of the products that the version knows. */
  readonly products: readonly ProductEvidence[];
}

type RememberedVersion = Omit<ServedEvidence, 'products'>;

export function createRecommendationStore(db: DynamoDBDocumentClient, tableName: string) {
  const remembered = new Map<string, RememberedVersion>();
  const versionKey = ({ accountId, datasetId, reportId }: VersionRef): ServiceKey =>
    recommendationVersionKey(accountId, datasetId, reportId);
  const productKey = ({ accountId, datasetId, reportId }: VersionRef, product: string): ServiceKey => {
    const digest = createHash('sha256').update(product).digest();
    const shard = recommendationShard(accountId, datasetId, reportId, digest.readUInt8(0) % SHARDS);
    return { pk: shard, sk: digest.toString('base64url', 0, 18) };
  };

  async function active(accountId: string, datasetId: string): Promise<string | undefined> {
    const { Item } = await db.send(
      new GetCommand({
        TableName: tableName,
        Key: recommendationsKey(accountId, datasetId),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : v.parse(pointerItem, Item).active;
  }

  async function readVersion(ref: VersionRef): Promise<v.InferOutput<typeof versionItem> | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: versionKey(ref), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : v.parse(versionItem, Item);
  }

  async function removeProducts({ accountId, datasetId, reportId }: VersionRef): Promise<void> {
    const writer = createBatchWriter(db, tableName);
    for (let shard = 0; shard < SHARDS; shard++) {
      const pages = queryPages(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': recommendationShard(accountId, datasetId, reportId, shard) },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
      });
      for await (const keys of pages) for (const Key of keys) await writer.add({ DeleteRequest: { Key } });
    }
    await writer.finish();
  }

  /**
   * Marked first, so that a version of which products are missing is never switched to. Returns false, and does nothing,
   * while it is served.
   */
  async function retire(ref: VersionRef): Promise<boolean> {
    try {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              ConditionCheck: {
                TableName: tableName,
                Key: recommendationsKey(ref.accountId, ref.datasetId),
                ConditionExpression: 'attribute_not_exists(active) OR active <> :version',
                ExpressionAttributeValues: { ':version': ref.reportId },
              },
            },
            {
              Update: {
                TableName: tableName,
                Key: versionKey(ref),
                UpdateExpression: 'SET removing = :yes',
                ConditionExpression: 'attribute_exists(pk)',
                ExpressionAttributeValues: { ':yes': true },
              },
            },
          ],
        }),
      );
    } catch (error) {
      const [served, version] = cancellationCodes(error) ?? [];
      if (served === 'ConditionalCheckFailed') return false;
      // It was never written, or another worker has removed it.
      if (version === 'ConditionalCheckFailed') return true;
      throw error;
    }
    await removeProducts(ref);
    await db.send(new DeleteCommand({ TableName: tableName, Key: versionKey(ref) }));
    return true;
  }

  async function stopServing({ accountId, datasetId, reportId }: VersionRef): Promise<void> {
    try {
      await db.send(
        new DeleteCommand({
          TableName: tableName,
          Key: recommendationsKey(accountId, datasetId),
          ConditionExpression: 'active = :version',
          ExpressionAttributeValues: { ':version': reportId },
        }),
      );
    } catch (error) {
      if (!conditionFailed(error)) throw error;
    }
  }

  /** `before`: ULID of the version that is about to be written. */
  async function retireOld({ accountId, datasetId, reportId: before }: VersionRef): Promise<void> {
    const items = await queryAll(db, {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': recommendationVersions(accountId, datasetId), ':before': before },
      ConsistentRead: true,
      ScanIndexForward: false,
    });
    const versions = v.parse(v.array(versionItem), items);
    const complete = versions.filter((version) => version.summary !== undefined && version.removing !== true);
    const kept = new Set(complete.slice(0, KEPT_VERSIONS).map(({ sk }) => sk));
    for (const { sk, summary: written } of versions) {
      const isRecent = decodeTime(sk) > decodeTime(before) - ABANDONED_AFTER_MS;
      if (kept.has(sk) || (written === undefined && isRecent)) continue;
      await retire({ accountId, datasetId, reportId: sk });
    }
  }

  /** One request: the pointer, the products, and the version unless it is known. */
  async function readTogether(
    ref: VersionRef,
    products: readonly string[],
    known: RememberedVersion | undefined,
  ) {
    const pointerKey = recommendationsKey(ref.accountId, ref.datasetId);
    const keys = [
      pointerKey,
      ...(known === undefined ? [versionKey(ref)] : []),
      ...products.map((product) => productKey(ref, product)),
    ];
    const items = await batchGet(db, tableName, keys);
    const at = ({ pk, sk }: ServiceKey) => items.find((item) => item.pk === pk && item.sk === sk);
    return {
      pointer: at(pointerKey),
      version: known === undefined ? at(versionKey(ref)) : undefined,
      products: products.flatMap((product) => {
        const item = at(productKey(ref, product));
        return item === undefined ? [] : [v.parse(evidenceItem, item)];
      }),
    };
  }

  return {
    /** Writes a version unless it is complete. Old ones are removed first. */
    async write(
      ref: VersionRef,
      evidence: Pick<Evidence, 'products' | 'summary'> & { readonly productIdentifier: ProductIdentifier },
    ): Promise<void> {
      const before = await readVersion(ref);
      if (before?.summary !== undefined) return;
      await retireOld(ref);
      // What an attempt on other data has left.
      if (before !== undefined) await removeProducts(ref);
      const item = { ...versionKey(ref), product_identifier: evidence.productIdentifier };
      await db.send(new PutCommand({ TableName: tableName, Item: item }));
      const writer = createBatchWriter(db, tableName);
      let products = 0;
      for (const product of evidence.products()) {
        products++;
        await writer.add({
          PutRequest: { Item: { ...productKey(ref, product.product), ...packEvidence(product) } },
        });
      }
      await writer.finish();
      const complete = { ...item, products, summary: JSON.stringify(evidence.summary()) };
      await db.send(new PutCommand({ TableName: tableName, Item: complete }));
    },

    /** Serves the version of a report that has just finished, unless that of a newer report has been served. */
    async activate({ accountId, datasetId, reportId }: VersionRef): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: recommendationsKey(accountId, datasetId),
            UpdateExpression: 'SET active = :version, newest = :version',
            ConditionExpression: 'attribute_not_exists(newest) OR newest < :version',
            ExpressionAttributeValues: { ':version': reportId },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    /** Serves a version, older or newer. Returns the number of its products; undefined if there is no such version. */
    async switchTo(ref: VersionRef): Promise<number | undefined> {
      const version = await readVersion(ref);
      if (version?.summary === undefined) return undefined;
      try {
        await db.send(
          new TransactWriteCommand({
            TransactItems: [
              {
                ConditionCheck: {
                  TableName: tableName,
                  Key: versionKey(ref),
                  ConditionExpression: 'attribute_exists(summary) AND attribute_not_exists(removing)',
                },
              },
              {
                Update: {
                  TableName: tableName,
                  Key: recommendationsKey(ref.accountId, ref.datasetId),
                  UpdateExpression: 'SET active = :version, newest = if_not_exists(newest, :version)',
                  ExpressionAttributeValues: { ':version': ref.reportId },
                },
              },
            ],
          }),
        );
      } catch (error) {
        if (cancellationCodes(error)?.includes('ConditionalCheckFailed')) return undefined;
        throw error;
      }
      return version.products ?? 0;
    },

    /** Of an erased report: the version, and the pointer if it points there. */
    async remove(ref: VersionRef): Promise<void> {
      do await stopServing(ref);
      while (!(await retire(ref)));
    },

    /**
     * The served evidence of these products, which are unique and at most 90. An instance remembers the version; the
     * pointer is read with the products and checked, so that a switch shows at the next request.
     */
    async find(
      { accountId, datasetId }: Omit<VersionRef, 'reportId'>,
      products: readonly string[],
    ): Promise<ServedEvidence | undefined> {
      const name = `${accountId}#${datasetId}`;
      for (;;) {
        const known = remembered.get(name);
        const reportId = known?.reportId ?? (await active(accountId, datasetId));
        if (reportId === undefined) return undefined;
        const read = await readTogether({ accountId, datasetId, reportId }, products, known);
        if (read.pointer?.active !== reportId) {
          remembered.delete(name);
          continue;
        }
        const version = known ?? rememberedOf(reportId, read.version);
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(name, version);
        return { ...version, products: read.products };
      }
    },
  };
}
export type RecommendationStore = ReturnType<typeof createRecommendationStore>;

function rememberedOf(reportId: string, item: unknown): RememberedVersion {
  const { product_identifier, summary: written } = v.parse(versionItem, item);
  if (written === undefined) throw new Error(`version ${reportId} is served and not complete`);
  return { reportId, productIdentifier: product_identifier, summary: written };
}
