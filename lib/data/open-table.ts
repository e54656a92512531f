// Lets Amazon Athena and others query the tables that datasets are kept as: a table of AWS Glue, whose partitions follow
// from the paths of the files, so that no crawler is needed, and a workgroup that limits what a query scans.
import { Duration, Stack } from 'aws-cdk-lib';
import { CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { listOrderColumns } from '../../src/analysis/tables/order-lines.ts';
import type { TableColumn } from '../../src/contract/report-types/table.ts';
import { getServiceName } from '../service-name.ts';

export interface OpenTableProps {
  readonly bucket: Bucket;
  /** GB that a query may scan; undefined: no workgroup. */
  readonly scanGb: number | undefined;
  /** Encrypts the results of queries; undefined uses a key that AWS owns. */
  readonly key: IKey | undefined;
}

const FORMAT = 'org.apache.hadoop.hive.ql.io.parquet';
/** The earliest month that a query without a month lists. */
const FIRST_MONTH = '2000-01';

export class OpenTable extends Construct {
  constructor(scope: Construct, id: string, { bucket, scanGb, key }: OpenTableProps) {
    super(scope, id);
    const name = getServiceName(this);
    const { account } = Stack.of(this);
    const database = new CfnDatabase(this, 'Database', {
      catalogId: account,
      databaseInput: {
        name: name.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
        description: `Orders of ${name}`,
      },
    });
    const location = `s3://${bucket.bucketName}/tables/`;
    new CfnTable(this, 'OrderLines', {
      catalogId: account,
      databaseName: database.ref,
      tableInput: {
        name: 'order_lines',
        description: 'Line items of all accounts; a query names an account and a dataset',
        tableType: 'EXTERNAL_TABLE',
        parameters: {
          classification: 'parquet',
          'projection.enabled': 'true',
          // A query without both is refused: it would read other tenants.
          'projection.account.type': 'injected',
          'projection.dataset.type': 'injected',
          'projection.month.type': 'date',
          'projection.month.format': 'yyyy-MM',
          'projection.month.interval': '1',
          'projection.month.interval.unit': 'MONTHS',
          'projection.month.range': `${FIRST_MONTH},NOW+12MONTHS`,

          'storage.location.template': `${location}account=\${account}/dataset=\${dataset}/month=\${month}/`,
        },
        partitionKeys: ['account', 'dataset', 'month'].map((key) => ({ name: key, type: 'string' })),
        storageDescriptor: {
          location,
          columns: listOrderColumns(false).map((column) => ({ name: column.name, type: toHiveType(column) })),
          inputFormat: `${FORMAT}.MapredParquetInputFormat`,
          outputFormat: `${FORMAT}.MapredParquetOutputFormat`,
          serdeInfo: { serializationLibrary: `${FORMAT}.serde.ParquetHiveSerDe` },
        },
      },
    });
    if (scanGb === undefined) return;
    const results = `s3://${bucket.bucketName}/athena/`;
    bucket.addLifecycleRule({ prefix: 'athena/', expiration: RESULTS_KEPT });
    new CfnWorkGroup(this, 'WorkGroup', {
      name: `${name}-orders`,
      description: `Queries of the orders of ${name}`,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        publishCloudWatchMetricsEnabled: false,
        bytesScannedCutoffPerQuery: Math.round(scanGb * 1e9),
        resultConfiguration: {
          outputLocation: results,
          encryptionConfiguration: key
            ? { encryptionOption: 'SSE_KMS', kmsKey: key.keyArn }
            : { encryptionOption: 'SSE_S3' },
        },
      },
    });
  }
}

/** Results may name customers, and no erasure searches them. */
const RESULTS_KEPT = Duration.days(1);

function toHiveType({ type, scale = 0 }: TableColumn): string {
  switch (type) {
    case 'integer':
      return 'bigint';
    case 'number':
      return 'double';
    case 'decimal':
      return `decimal(38,${scale})`;
    case 'timestamp':
      return 'timestamp';
    case 'boolean':
      return 'boolean';
    case 'map':
      return 'map<string,string>';
    case 'texts':
      return 'array<string>';
    case 'text':
      return 'string';
  }
}
