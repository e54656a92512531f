// Connects the acceptance and the application of orders to their items in the tables.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRowCounters } from '../accounts/row-counters.ts';
import { createDatasetStore } from '../datasets/datasets.ts';
import { createErasureStore } from '../erasures/erasures.ts';
import { createImportStore } from './imports.ts';
import { createOrderStore } from './orders.ts';

export function wireAccept(db: DynamoDBDocumentClient, table: string) {
  return {
    imports: createImportStore(db, table),
    datasets: createDatasetStore(db, table),
    rowCounters: createRowCounters(db, table),
    clock: Date.now,
  };
}

export function wireApply(
  db: DynamoDBDocumentClient,
  tables: { readonly orders: string; readonly service: string },
) {
  return {
    orders: createOrderStore(db, tables),
    imports: createImportStore(db, tables.service),
    rowCounters: createRowCounters(db, tables.service),
    erasures: createErasureStore(db, tables.service),
    clock: Date.now,
  };
}
