// DynamoDB's metrics of both tables, as alarms and the dashboard read them.
import type { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { UNFINISHED_INDEX } from '../../src/service/tables/service-table.ts';
import type { ServiceTables } from '../data/service-tables.ts';

const NAMESPACE = 'AWS/DynamoDB';

/** The operations that the functions use; DynamoDB counts its own errors per operation only. */
const OPERATIONS_ON_ORDERS = [
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.TRANSACT_WRITE_ITEMS,
] as const;
const OPERATIONS_ON_SERVICE = [
  Operation.GET_ITEM,
  Operation.PUT_ITEM,
  Operation.QUERY,
  Operation.TRANSACT_WRITE_ITEMS,
  Operation.UPDATE_ITEM,
] as const;

/** Reads and writes of each table, and writes of the index that every import and report is part of. */
export function createThrottleMetrics({ orders, service }: ServiceTables, period: Duration): Metric[] {
  const createThrottleMetric = (metricName: string, dimensionsMap: Record<string, string>): Metric =>
    new Metric({ namespace: NAMESPACE, metricName, dimensionsMap, period, statistic: Stats.SUM });
  const createTableMetrics = ({ tableName }: { readonly tableName: string }): Metric[] => [
    createThrottleMetric('ReadThrottleEvents', { TableName: tableName }),
    createThrottleMetric('WriteThrottleEvents', { TableName: tableName }),
  ];
  return [
    ...createTableMetrics(orders),
    ...createTableMetrics(service),
    createThrottleMetric('WriteThrottleEvents', {
      TableName: service.tableName,
      GlobalSecondaryIndexName: UNFINISHED_INDEX.name,
    }),
  ];
}

export function createSystemErrorMetrics({ orders, service }: ServiceTables, period: Duration): Metric[] {
  const createErrorMetrics = (TableName: string, operations: readonly Operation[]): Metric[] =>
    operations.map(
      (name) =>
        new Metric({
          namespace: NAMESPACE,
          metricName: 'SystemErrors',
          dimensionsMap: { TableName, Operation: name },
          period,
          statistic: Stats.SUM,
        }),
    );
  return [
    ...createErrorMetrics(orders.tableName, OPERATIONS_ON_ORDERS),
    ...createErrorMetrics(service.tableName, OPERATIONS_ON_SERVICE),
  ];
}

/** Consumed read and write units: what DynamoDB bills. */
export function createConsumedMetrics(tableName: string): { reads: Metric; writes: Metric } {
  const createConsumedMetric = (metricName: string, label: string): Metric =>
    new Metric({
      namespace: NAMESPACE,
      metricName,
      dimensionsMap: { TableName: tableName },
      statistic: Stats.SUM,
      label,
    });
  return {
    reads: createConsumedMetric('ConsumedReadCapacityUnits', 'read units'),
    writes: createConsumedMetric('ConsumedWriteCapacityUnits', 'write units'),
  };
}
