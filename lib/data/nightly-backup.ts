// AWS Backup of both tables, every night, beside their point-in-time recovery: for a copy in another region.
// The bucket is not backed up: AWS Backup requires versions of objects, which an erasure could not search.
import { Aws, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { ServiceTables } from './service-tables.ts';

export interface BackupConfig {
  /** Days that a night's copy is kept, 35 at most: it contains erased data for that long. */
  readonly days: number;
  /** ARN of a vault, usually in another region, that receives a copy of each; undefined for none. */
  readonly copyTo: string | undefined;
}

export interface NightlyBackupProps extends BackupConfig {
  readonly tables: ServiceTables;
  readonly retainData: boolean;
  readonly key: IKey | undefined;
}

const POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

export class NightlyBackup extends Construct {
  constructor(scope: Construct, id: string, props: NightlyBackupProps) {
    super(scope, id);
    const { tables, retainData, key, days, copyTo } = props;
    const ofTheStack = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    const vault = new BackupVault(this, 'Vault', {
      // The CDK would name the vault after the stack: a stack that is created again would collide with the
      // kept vault of the one before. 50 characters.
      backupVaultName: Fn.join('-', ['backups', ofTheStack, this.node.addr.slice(-5)]),
      // CloudFormation deletes no vault that holds copies: in dev, delete those first.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    });
    const deleteAfter = Duration.days(days);
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'Nightly',
          scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
          deleteAfter,
          ...(copyTo !== undefined && {
            copyActions: [
              {
                destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'OtherVault', copyTo),
                deleteAfter,
              },
            ],
          }),
        }),
      ],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    acknowledge(
      role,
      `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      'What a backup calls is documented by this policy alone; only AWS Backup can take the role, and its selection names two tables.',
    );
    plan.addSelection('Tables', {
      resources: [tables.orders, tables.service].map(({ tableArn }) => BackupResource.fromArn(tableArn)),
      role: role.withoutPolicyUpdates(),
    });
  }
}
