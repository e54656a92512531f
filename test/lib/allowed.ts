// Every function with all its actions, and what they are allowed on.
const ORDERS = 'Data/Orders';
const SERVICE = 'Data/Service';
const BODIES = 'Data/Bodies';
const SECRETS = 'Secrets/Key';
const EXECUTIONS = 'arn:AWS::Partition:states:AWS::Region:AWS::AccountId:execution';
const CONSUME = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
/** Key and account, rate window, last use: what each endpoint does first. */
const ADMISSION = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'];

export const ALLOWED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Imports, datasets and idempotency records, which expire instead of being deleted; row counters.
  SubmitOrders: {
    [SERVICE]: [...ADMISSION, 'dynamodb:PutItem', 'dynamodb:Query'],
    'Intake/Queue': ['sqs:SendMessage'],
  },
  GetImports: { [SERVICE]: [...ADMISSION, 'dynamodb:Query'] },
  // Orders by id, by customer, or shard by shard.
  ReadOrders: {
    [SERVICE]: ADMISSION,
    [ORDERS]: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
    [`${ORDERS}/index/by_customer`]: ['dynamodb:Query'],
  },
  // Reports and idempotency records.
  CreateReport: {
    [SERVICE]: [...ADMISSION, 'dynamodb:PutItem'],
    'Reports/Workflow': ['states:StartExecution'],
  },
  CancelReport: {
    [SERVICE]: ADMISSION,
    'Reports/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Reports/Workflow.Name:*`]: ['states:StopExecution'],
  },
  ListReports: { [SERVICE]: [...ADMISSION, 'dynamodb:Query'] },
  // The report, its deliveries and its body.
  GetReport: {
    [SERVICE]: [...ADMISSION, 'dynamodb:Query'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/reports/*`]: ['s3:GetObject'],
  },
  // The report and its body.
  ListRules: {
    [SERVICE]: ADMISSION,
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/reports/*`]: ['s3:GetObject'],
  },
  // The report and its profiles.
  GetProductProfile: {
    [SERVICE]: ADMISSION,
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/profiles/*`]: ['s3:GetObject'],
  },
  // The report, the erasures in progress, and the list itself.
  ListCustomers: {
    [SERVICE]: [...ADMISSION, 'dynamodb:Query'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/customers/*`]: ['s3:GetObject'],
  },
  // Exports, their slots and idempotency records, the report, the erasures in progress; addresses of files.
  ManageExports: {
    [SERVICE]: [...ADMISSION, 'dynamodb:PutItem', 'dynamodb:Query'],
    [`${BODIES}/exports/*`]: ['s3:GetObject'],
    'Exports/Workflow': ['states:StartExecution'],
  },
  ListDatasets: { [SERVICE]: [...ADMISSION, 'dynamodb:Query'] },
  // The settings, in the dataset's item.
  // The number of shards is chosen on conditions of the dataset and its erasures.
  UpdateDataset: { [SERVICE]: [...ADMISSION, 'dynamodb:ConditionCheckItem'] },
  // Whether the dataset is there, its running erasures, job and marks, the end of the dataset.
  DeleteDataset: {
    [SERVICE]: [...ADMISSION, 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    'Erasure/Workflow': ['states:StartExecution'],
  },
  // Job and marks.
  DeleteCustomer: {
    [SERVICE]: [...ADMISSION, 'dynamodb:PutItem'],
    'Erasure/Workflow': ['states:StartExecution'],
  },
  GetErasure: { [SERVICE]: ADMISSION },
  ListErasures: { [SERVICE]: [...ADMISSION, 'dynamodb:Query'] },
  // Sources, and their addresses; idempotency records; secrets, which it compares with those that are sent again.
  ManageSources: {
    [SERVICE]: [
      ...ADMISSION,
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
    ],
    [SECRETS]: ['kms:Decrypt', 'kms:Encrypt'],
  },
  // Keys; idempotency records.
  ManageKeys: { [SERVICE]: [...ADMISSION, 'dynamodb:PutItem', 'dynamodb:Query'] },
  // Schedules, the datasets of their reports; idempotency records.
  ManageSchedules: {
    [SERVICE]: [
      ...ADMISSION,
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
    ],
  },
  // Audiences, their runs and idempotency records.
  ManageAudiences: {
    [SERVICE]: [...ADMISSION, 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    'Audiences/Workflow': ['states:StartExecution'],
  },
  // Destinations and what they were sent; idempotency records; files of those that are deleted; secrets, which it can't read.
  ManageDestinations: {
    [SERVICE]: [
      ...ADMISSION,
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
    ],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/deliveries/*`]: ['s3:DeleteObject'],
    'Deliveries/Workflow': ['states:StartExecution'],
    [SECRETS]: ['kms:Encrypt'],
  },
  // Webhook endpoints, what they were sent, and events; idempotency records; secrets, which it can't read.
  ManageEndpoints: {
    [SERVICE]: [
      ...ADMISSION,
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
    ],
    [SECRETS]: ['kms:Encrypt'],
  },
  // The audience, its destinations, reports that fit, the erasures in progress; members, and lists of reports.
  ReadAudience: {
    [SERVICE]: [...ADMISSION, 'dynamodb:DeleteItem', 'dynamodb:Query'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/audiences/*`]: ['s3:DeleteObject', 's3:GetObject'],
    [`${BODIES}/customers/*`]: ['s3:GetObject'],
    [`${BODIES}/deliveries/*`]: ['s3:DeleteObject'],
  },
  // The report or the endpoint, and the log of its deliveries; secrets that sign, of which it can store none.
  SendWebhook: {
    [SERVICE]: [...ADMISSION, 'dynamodb:PutItem', 'dynamodb:Query'],
    [SECRETS]: ['kms:Decrypt'],
  },
  // As SubmitOrders; the source and the erasure marks; secrets that shops sign with, of which it can store none.
  ReceiveEvent: {
    [SERVICE]: [...ADMISSION, 'dynamodb:PutItem', 'dynamodb:Query'],
    'Intake/Queue': ['sqs:SendMessage'],
    [SECRETS]: ['kms:Decrypt'],
  },
  // The version that is served and the products of the cart.
  GetRecommendations: { [SERVICE]: ADMISSION },
  // The report, its version and the pointer.
  ServeRecommendations: { [SERVICE]: [...ADMISSION, 'dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'] },
  // What it answers lies beside its code.
  Reference: { [SERVICE]: ADMISSION },
  // So do the console's files, which nobody is asked a key for.
  Console: {},
  UnknownRoute: { [SERVICE]: ADMISSION },
  CallTools: { [SERVICE]: ADMISSION },
  ApplyChunk: {
    [ORDERS]: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    'Intake/Queue': [...CONSUME, 'sqs:ChangeMessageVisibility'],
    'Intake/DeadLetters': ['sqs:SendMessage'],
  },
  KeepDeadLetter: {
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    'Intake/DeadLetters': CONSUME,
    [`${BODIES}/dead-letters/*`]: ['s3:PutObject'],
  },
  // The report, its account's imports, limit and slots, its deliveries.
  PlanReport: { [SERVICE]: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'] },
  // It says how far it is.
  // It writes a version of the recommendations, and removes old ones.
  ComputeReport: {
    [SERVICE]: [
      'dynamodb:BatchWriteItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    [ORDERS]: ['dynamodb:Query'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/audiences/*`]: ['s3:GetObject'],
    [`${BODIES}/drafts/*`]: ['s3:PutObject'],
    [`${BODIES}/extracts/*`]: ['s3:GetObject', 's3:PutObject'],
    [`${BODIES}/members/*`]: ['s3:PutObject'],
    [`${BODIES}/rules/*`]: ['s3:PutObject'],
    [`${BODIES}/profiles/*`]: ['s3:PutObject'],
  },
  // The report, its progress, its orders, and the files of its own.
  ExtractShard: {
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    [ORDERS]: ['dynamodb:Query'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/partitions/*`]: ['s3:GetObject', 's3:PutObject'],
  },
  ComputeLane: {
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/audiences/*`]: ['s3:GetObject'],
    [`${BODIES}/partitions/*`]: ['s3:GetObject', 's3:PutObject'],
  },
  // It stores the report as ComputeReport does, and removes the files.
  JoinPartitions: {
    [SERVICE]: [
      'dynamodb:BatchWriteItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/audiences/*`]: ['s3:GetObject'],
    [`${BODIES}/drafts/*`]: ['s3:PutObject'],
    [`${BODIES}/members/*`]: ['s3:PutObject'],
    [`${BODIES}/partitions/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [`${BODIES}/rules/*`]: ['s3:PutObject'],
    [`${BODIES}/profiles/*`]: ['s3:PutObject'],
  },
  // It looks the report before up, to say what changed.
  PublishReport: {
    [SERVICE]: ['dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/customers/*`]: ['s3:GetObject', 's3:PutObject'],
    [`${BODIES}/drafts/*`]: ['s3:DeleteObject', 's3:GetObject'],
    [`${BODIES}/members/*`]: ['s3:GetObject'],
    [`${BODIES}/reports/*`]: ['s3:GetObject', 's3:PutObject'],
  },
  FailReport: { [SERVICE]: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
  // It reads the report and writes its deliveries.
  NotifyReceiver: { [SERVICE]: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  // The report, the export and its slot, the erasures in progress; what is stored of the report; the file.
  WriteExport: {
    [SERVICE]: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/customers/*`]: ['s3:GetObject'],
    [`${BODIES}/exports/*`]: ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:PutObject'],
    [`${BODIES}/reports/*`]: ['s3:GetObject'],
    [`${BODIES}/rules/*`]: ['s3:GetObject'],
  },
  // The audience and its run, its key and account, reports, the month's count, erasures in progress.
  RunAudience: {
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/audiences/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [`${BODIES}/customers/*`]: ['s3:GetObject'],
    'Reports/Workflow': ['states:StartExecution'],
    'Deliveries/Workflow': ['states:StartExecution'],
  },
  // The destination, its deliveries and those whom it is to forget; the audience; erasures in progress; leases.
  Deliver: {
    [SERVICE]: [
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/audiences/*`]: ['s3:GetObject'],
    [`${BODIES}/deliveries/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [SECRETS]: ['kms:Decrypt'],
  },
  // The endpoint, the log of events, attempts, leases.
  SendEvents: {
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    [SECRETS]: ['kms:Decrypt'],
  },
  Erase: {
    [SERVICE]: [
      'dynamodb:BatchWriteItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    [ORDERS]: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    [BODIES]: ['s3:ListBucket'],
    [`${BODIES}/drafts/*`]: ['s3:DeleteObject'],
    // The note in place of an extract.
    [`${BODIES}/extracts/*`]: ['s3:PutObject'],
    [`${BODIES}/reports/*`]: ['s3:DeleteObject'],
    [`${BODIES}/exports/*`]: ['s3:DeleteObject'],
    [`${BODIES}/partitions/*`]: ['s3:DeleteObject'],
    [`${BODIES}/rules/*`]: ['s3:DeleteObject'],
    [`${BODIES}/profiles/*`]: ['s3:DeleteObject'],
    [`${BODIES}/customers/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [`${BODIES}/members/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [`${BODIES}/audiences/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [`${BODIES}/dead-letters/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    [`${BODIES}/deliveries/*`]: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  },
  Reconcile: {
    [SERVICE]: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    [`${SERVICE}/index/unfinished`]: ['dynamodb:Query'],
    'Reports/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Reports/Workflow.Name:*`]: ['states:DescribeExecution'],
    'Exports/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Exports/Workflow.Name:*`]: ['states:DescribeExecution'],
    'Audiences/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Audiences/Workflow.Name:*`]: ['states:DescribeExecution'],
    'Deliveries/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Deliveries/Workflow.Name:*`]: ['states:DescribeExecution'],
    'Events/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Events/Workflow.Name:*`]: ['states:DescribeExecution'],
    'Erasure/Workflow': ['states:StartExecution'],
    [`${EXECUTIONS}:Erasure/Workflow.Name:*`]: ['states:DescribeExecution'],
  },
  // Schedules, the key and account of each, its reports and the imports in progress; the month's count; events that enter the log.
  RunSchedules: {
    [SERVICE]: [
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    [`${SERVICE}/index/unfinished`]: ['dynamodb:Query'],
    'Reports/Workflow': ['states:StartExecution'],
    'Audiences/Workflow': ['states:StartExecution'],
    'Events/Workflow': ['states:StartExecution'],
  },
};
