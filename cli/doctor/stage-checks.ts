// Checks of what a stage has deployed: who receives its alarms, its tables' throughput, how far back a restore reaches.
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import { type Check, checked, ok, problem, warning } from './check.ts';

/** A restorable time further back means that continuous backups have stopped. */
const STALE_BACKUP_MS = 60 * 60_000;

export function checkAlarmReceiver(sns: SNSClient, topicArn: string): Promise<Check> {
  return checked('alarm receiver', async () => {
    const { Subscriptions = [] } = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn: topicArn }),
    );
    const waiting = Subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation');
    const confirmed = Subscriptions.length - waiting.length;
    const endpoints = waiting.map(({ Endpoint }) => Endpoint).join(', ');
    if (waiting.length > 0)
      return problem(`${endpoints} has not confirmed: open the mail from AWS Notifications and confirm it`);
    if (confirmed === 0) return warning('nobody receives the alarms: set alarmEmail in cdk.json and deploy');
    return ok(`${confirmed} confirmed`);
  });
}

export function checkThroughput(dynamoDb: DynamoDBClient, table: string): Promise<Check> {
  return checked('Orders table throughput', async () => {
    const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: table }));
    const { WriteUnitsPerSecond = 0, ReadUnitsPerSecond = 0, Status } = Table?.WarmThroughput ?? {};
    const figures = `${WriteUnitsPerSecond} write and ${ReadUnitsPerSecond} read units a second at once`;
    if (Status === 'UPDATING') return warning(`${figures}, being raised: wait before a large backfill`);
    return ok(figures);
  });
}

export function checkBackup(dynamoDb: DynamoDBClient, table: string, now: number): Promise<Check> {
  return checked(`backup of ${table}`, async () => {
    const { ContinuousBackupsDescription } = await dynamoDb.send(
      new DescribeContinuousBackupsCommand({ TableName: table }),
    );
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    const latest = recovery?.LatestRestorableDateTime;
    if (recovery?.PointInTimeRecoveryStatus !== 'ENABLED' || latest === undefined)
      return problem('point-in-time recovery is off: deploy the stage again');
    const finding = `restorable until ${latest.toISOString()}`;
    return now - latest.getTime() > STALE_BACKUP_MS
      ? problem(`${finding}, which is more than an hour ago: ask AWS Support`)
      : ok(finding);
  });
}
