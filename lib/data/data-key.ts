// A customer-managed KMS key for all data at rest, rotated every year. A role that may perform an action on
// data may use the key for exactly that action: `listKeyActions` maps data actions to key actions.
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

export interface DataKeyProps {
  /** Deleting the stack keeps the key: without it, everything it encrypted is lost, backups included. */
  readonly retainData: boolean;
}

export class DataKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, { retainData }: DataKeyProps) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Data of ${Stack.of(this).stackName}`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    letLogsUse(this.key, this);
  }
}

/** Adds nothing to an imported key: its owner sets its policy. */
export function letLogsUse(key: IKey, scope: Construct): void {
  const { partition, region, account, stackName, urlSuffix } = Stack.of(scope);
  // The encryption context names this account's log groups: CloudWatch Logs documents no aws:SourceAccount here.
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${region}.${urlSuffix}`)],
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:GenerateDataKeyWithoutPlaintext',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:${stackName}-*`,
        },
      },
    }),
  );
}

/** Equal to the grants of the CDK's own tables, without their wildcards. */
const TABLE_READ = ['kms:Decrypt', 'kms:DescribeKey'];
const TABLE_WRITE = [
  ...TABLE_READ,
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

const KEY_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'dynamodb:BatchGetItem': TABLE_READ,
  'dynamodb:BatchWriteItem': TABLE_WRITE,
  'dynamodb:DeleteItem': TABLE_WRITE,
  'dynamodb:GetItem': TABLE_READ,
  'dynamodb:ConditionCheckItem': TABLE_READ,
  'dynamodb:PutItem': TABLE_WRITE,
  'dynamodb:Query': TABLE_READ,
  'dynamodb:UpdateItem': TABLE_WRITE,
  's3:GetObject': ['kms:Decrypt'],
  // Writing requires reading the bucket's own key.
  's3:PutObject': ['kms:Decrypt', 'kms:GenerateDataKey'],
  // These actions read no object content.
  's3:AbortMultipartUpload': [],
  's3:DeleteObject': [],
  's3:ListBucket': [],
  'sqs:ChangeMessageVisibility': [],
  'sqs:DeleteMessage': [],
  'sqs:GetQueueAttributes': [],
  'sqs:ReceiveMessage': ['kms:Decrypt'],
  'sqs:SendMessage': ['kms:Decrypt', 'kms:GenerateDataKey'],
};
const WITH_DATA = /^(?:dynamodb|s3|sqs):/;

/** The key actions that data actions need. Throws for a data action without an entry. */
export function listKeyActions(actions: readonly string[]): string[] {
  const needed = actions
    .filter((action) => WITH_DATA.test(action))
    .flatMap((action) => {
      const found = KEY_ACTIONS[action];
      if (found === undefined) throw new Error(`${action}: lib/data/data-key.ts has no key actions for it`);
      return found;
    });
  return [...new Set(needed)].sort();
}
