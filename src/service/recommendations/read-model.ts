// Reads the recommendations that were served when a report was requested, for what its customers buy next: all products
// of the version, with one query of each shard.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type ServedModel, ServedModelBuilder } from '../../analysis/recommendations/served-model.ts';
import type { NextSource } from '../../contract/customer-lists/columns.ts';
import { MOST_SERVED_PRODUCTS } from '../../contract/report-types/next-products.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { getItem, queryPages } from '../aws/items.ts';
import type { ReportItem } from '../reports/report-item.ts';
import { toRecommendationShard } from '../tables/service-table.ts';
import { evidenceItem } from './evidence-item.ts';
import { PERSON_PREFIX, SHARDS, toVersionKey, type VersionRef, versionItem } from './served-evidence.ts';

/** The recommendations, or why the report's customers have no next products. */
export type NextModel =
  | { readonly model: ServedModel; readonly source: NextSource; readonly note?: undefined }
  | { readonly model?: undefined; readonly source?: undefined; readonly note: Sentence };

/** Undefined for a report that was not requested with next products. */
export type ReadModel = (report: ReportItem) => Promise<NextModel | undefined>;

export function createReadModel(db: DynamoDBDocumentClient, tableName: string): ReadModel {
  async function readShard(ref: VersionRef, shard: number, builder: ServedModelBuilder): Promise<void> {
    const { accountId, datasetId, reportId } = ref;
    const pages = queryPages(db, {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND sk < :persons',
      ConsistentRead: true,
      ExpressionAttributeValues: {
        ':pk': toRecommendationShard(accountId, datasetId, reportId, shard),
        ':persons': PERSON_PREFIX,
      },
    });
    for await (const items of pages)
      for (const item of items) if ('product' in item) builder.add(v.parse(evidenceItem, item));
  }

  return async function readModel({
    account_id: accountId,
    dataset_id: datasetId,
    next_products_from: reportId,
    request,
  }) {
    const { settings } = resolveReport(request);
    if (settings.nextProducts !== true) return undefined;
    if (reportId === undefined) return { note: say('next_products_not_served', {}) };
    const ref = { accountId, datasetId, reportId };
    const version = await getItem(db, tableName, toVersionKey(ref), versionItem);
    if (version?.summary === undefined) return { note: say('next_products_replaced', {}) };
    const { product_identifier, product_level, products = 0 } = version;
    if (product_identifier !== settings.productIdentifier || product_level !== settings.productLevel)
      return { note: say('next_products_named_otherwise', {}) };
    if (products > MOST_SERVED_PRODUCTS)
      return { note: say('next_products_too_many', { products, most: MOST_SERVED_PRODUCTS }) };
    const builder = new ServedModelBuilder();
    await Promise.all(Array.from({ length: SHARDS }, (_, shard) => readShard(ref, shard, builder)));
    // Read after the products: if the version is not being removed by now, none of them was missing.
    const after = await getItem(db, tableName, toVersionKey(ref), versionItem);
    if (after?.summary === undefined || after.removing === true)
      return { note: say('next_products_replaced', {}) };
    const model = builder.end(version.summary);
    return { model, source: { reportId, products: model.products } };
  };
}
