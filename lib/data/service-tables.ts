// The two tables and the bucket that hold all state. In prod they are retained when the stack is deleted.
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { EXPORT_DAYS } from '../../src/contract/schema/limits.ts';
import { CUSTOMER_INDEX, ORDERS_KEYS } from '../../src/service/tables/orders-table.ts';
import { SERVICE_KEYS, UNFINISHED_INDEX } from '../../src/service/tables/service-table.ts';
import { acknowledge } from '../acknowledge.ts';

export interface ServiceTablesProps {
  /** Deleting the stack keeps the data, and the tables refuse to be deleted. */
  readonly retainData: boolean;
  /** Encrypts the tables and the bucket; undefined uses keys that AWS owns. */
  readonly key: IKey | undefined;
  /** Tables that the service uses instead of the stack's own tables, which stay unchanged. */
  readonly restoredTables: RestoredTables | undefined;
  /** Warm throughput of the Orders table. AWS charges once for a value above its own default. */
  readonly warmThroughput: WarmThroughput | undefined;
}

/** Read and write units per second that a table supports from its first request on. */
export interface WarmThroughput {
  readonly readUnitsPerSecond: number;
  readonly writeUnitsPerSecond: number;
}

/** Names of both tables as created by a point-in-time restore: they are only consistent together. */
export interface RestoredTables {
  readonly orders: string;
  readonly service: string;
}

/** A table of the stack, or a restored table next to it. */
interface TableInUse {
  readonly tableName: string;
  readonly tableArn: string;
}

export class ServiceTables extends Construct {
  readonly orders: TableInUse;
  readonly service: TableInUse;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: ServiceTablesProps) {
    super(scope, id);
    const { retainData, key, restoredTables, warmThroughput } = props;
    const string = AttributeType.STRING;
    const common = {
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: retainData,
      // RETAIN_ON_UPDATE_OR_DELETE deletes a table when its first deployment is rolled back: DynamoDB refuses
      // to delete a protected one, and the rollback would fail. The names of tables are generated, so that a
      // table left behind does not block a later deployment.
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      ...(key && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }),
    };
    const orders = new Table(this, 'Orders', {
      ...common,
      ...(warmThroughput && { warmThroughput }),
      partitionKey: { name: ORDERS_KEYS.partition, type: string },
      sortKey: { name: ORDERS_KEYS.sort, type: string },
    });
    orders.addGlobalSecondaryIndex({
      indexName: CUSTOMER_INDEX.name,
      partitionKey: { name: CUSTOMER_INDEX.partition, type: string },
      sortKey: { name: CUSTOMER_INDEX.sort, type: string },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [CUSTOMER_INDEX.date],
      // A write waits for capacity in the index as well as in the table.
      ...(warmThroughput && { warmThroughput }),
    });
    const service = new Table(this, 'Service', {
      ...common,
      partitionKey: { name: SERVICE_KEYS.partition, type: string },
      sortKey: { name: SERVICE_KEYS.sort, type: string },
      timeToLiveAttribute: SERVICE_KEYS.ttl,
    });
    service.addGlobalSecondaryIndex({
      indexName: UNFINISHED_INDEX.name,
      partitionKey: { name: UNFINISHED_INDEX.partition, type: string },
      sortKey: { name: UNFINISHED_INDEX.sort, type: string },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.orders = restoredTables
      ? Table.fromTableName(this, 'RestoredOrders', restoredTables.orders)
      : orders;
    this.service = restoredTables
      ? Table.fromTableName(this, 'RestoredService', restoredTables.service)
      : service;
    this.bucket = new Bucket(this, 'Bodies', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // The bucket's own key, derived from ours, saves a call to KMS for each object.
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      lifecycleRules: [
        { prefix: 'exports/', expiration: Duration.days(EXPORT_DAYS) },
        { prefix: 'drafts/', expiration: Duration.days(2) },
        { prefix: 'extracts/', expiration: Duration.days(2) },
        { prefix: 'partitions/', expiration: Duration.days(2) },
        // Deletes the parts of a failed upload: no function can read them, and they may name customers.
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Old versions are not kept: an erasure could not search them.
        { prefix: 'dead-letters/unreadable/', expiration: Duration.days(30) },
      ],
    });
    acknowledge(
      this.bucket,
      'AwsSolutions-S1',
      'Only the functions of this stack can read the bucket; to record reads, turn on CloudTrail data events.',
    );
  }

  indexArn(): string {
    return `${this.service.tableArn}/index/${UNFINISHED_INDEX.name}`;
  }

  customerIndexArn(): string {
    return `${this.orders.tableArn}/index/${CUSTOMER_INDEX.name}`;
  }
}
