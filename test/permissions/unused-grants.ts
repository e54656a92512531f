// Grants that no recorded call uses, each with the reason why the role has it.

export interface ExcusedGrants {
  /** Names of functions; all functions if omitted. */
  readonly functions?: readonly string[];
  /** A pattern with wildcards, as in a policy. */
  readonly action: string;
  readonly resource: string;
  readonly why: string;
  /** Whether some runs use the grant. */
  readonly mayBeUsed?: true;
}

export const UNUSED_GRANTS: readonly ExcusedGrants[] = [
  {
    action: 'logs:*',
    resource: '*',
    why: 'Lambda itself writes the log, with the role of the function.',
  },
  {
    functions: ['IntakeApplyChunk', 'IntakeKeepDeadLetter'],
    action: 'sqs:DeleteMessage',
    resource: '*',
    why: 'Lambda itself polls the queue, with the role of the function.',
  },
  {
    functions: ['IntakeApplyChunk', 'IntakeKeepDeadLetter'],
    action: 'sqs:GetQueueAttributes',
    resource: '*',
    why: 'Lambda itself polls the queue, with the role of the function.',
  },
  {
    functions: ['IntakeApplyChunk', 'IntakeKeepDeadLetter'],
    action: 'sqs:ReceiveMessage',
    resource: '*',
    why: 'Lambda itself polls the queue, with the role of the function.',
  },
  {
    action: 'dynamodb:BatchGetItem',
    resource: '*/DataService*',
    why: 'Used only for a key that the instance of the function has cached: it is read with its account: test/service/stores.',
    mayBeUsed: true,
  },
  {
    functions: ['ReconcilerReconcile'],
    action: 'states:*Execution',
    resource: '*DeliveriesWorkflow*',
    why: 'Used only for an unfinished destination, which takes minutes: test/service/operations/reconcile.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsComputeLane'],
    action: 'dynamodb:Query',
    resource: '*/DataService*',
    why: 'Used only by a lane of an EFFECT report, to leave customers with an erasure in progress out of the audience.',
    mayBeUsed: true,
  },
  {
    functions: ['IntakeApplyChunk'],
    action: 'sqs:ChangeMessageVisibility',
    resource: '*',
    why: 'Used only if the tables refuse a chunk, which the local cloud cannot be made to do.',
    mayBeUsed: true,
  },
  {
    functions: [
      'HttpGetReport',
      'HttpListCustomers',
      'HttpListRules',
      'HttpGetProductProfile',
      'ReportsComputeReport',
      'ReportsComputeLane',
      'ReportsExtractShard',
      'ReportsPublishReport',
      'ErasureErase',
    ],
    action: 's3:ListBucket',
    resource: '*',
    why: 'Nothing is listed. Without the grant, S3 answers 403 instead of 404 for a missing object.',
  },
  {
    functions: ['DeliveriesDeliver'],
    action: 's3:ListBucket',
    resource: '*',
    why: 'Used only by a delivery whose destination was deleted, to list the files to remove: test/service/stores/tables/audiences/destination-conditions.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['HttpManageExports'],
    action: 's3:GetObject',
    resource: '*',
    why: 'Clients read a file by an address that this function has signed, with its permission.',
    mayBeUsed: true,
  },
  {
    functions: ['HttpCancelReport'],
    action: 'states:StartExecution',
    resource: '*',
    why: 'Used only if no run of the stopped workflow has taken the webhook: test/service/stores/tables/cancel-report.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ExportsWriteExport'],
    action: 's3:AbortMultipartUpload',
    resource: '*',
    why: 'Used only to abort an upload of more than 8 MB that fails half-way: test/service/stores/alone/aws.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ExportsWriteExport'],
    action: 's3:DeleteObject',
    resource: '*',
    why: 'Used only to delete the file of an export that fails, or whose report is erased meanwhile: test/service/exports.',
    mayBeUsed: true,
  },
  {
    functions: ['ExportsWriteExport'],
    action: 'dynamodb:DeleteItem',
    resource: '*',
    why: 'Used only to delete an export whose report is erased while its file is written: test/service/exports.',
    mayBeUsed: true,
  },
  {
    functions: ['ErasureErase'],
    action: 's3:DeleteObject',
    resource: '*/partitions/*',
    why: 'Used only for the files of a report that failed in partitions: test/service/erasures/alone/erase-reports.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ErasureErase'],
    action: 's3:PutObject',
    resource: '*/partitions/*',
    why: 'Used only in datasets of more than ten million line items: test/service/erasures/alone/search-persons.test.ts.',
  },
  {
    functions: ['ReportsExtractShard'],
    action: 's3:GetObject',
    resource: '*/partitions/*',
    why: 'Used only by a shard that takes over ten minutes, to continue an earlier run: tools/drills/reports.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsJoinPartitions'],
    action: 'dynamodb:DeleteItem',
    resource: '*',
    why: 'It removes old recommendations by the code of ComputeReport, for which tests of recommendations need it.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsJoinPartitions'],
    action: 'dynamodb:UpdateItem',
    resource: '*',
    why: 'It marks old recommendations by the code of ComputeReport; `npm run partitioned` needs it.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsJoinPartitions'],
    action: 'dynamodb:ConditionCheckItem',
    resource: '*',
    why: 'It removes old recommendations by the code of ComputeReport, for which tests of recommendations need it.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsJoinPartitions'],
    action: 's3:PutObject',
    resource: '*/rules/*',
    why: 'It stores rule sets by the code of ComputeReport, for which tests of exports need it.',
    mayBeUsed: true,
  },
];
