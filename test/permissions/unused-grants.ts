// Grants that no recorded call uses, each with the reason why the role has it nevertheless.

export interface ExcusedGrants {
  /** Names of functions; all if it is left out. */
  readonly functions?: readonly string[];
  /** With wildcards, as in a policy. */
  readonly action: string;
  readonly resource: string;
  readonly why: string;
  /** Some runs use it. */
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
    why: 'Only a key that this instance of the function has seen before is read with its account: test/service/stores.',
    mayBeUsed: true,
  },
  {
    functions: ['ReconcilerReconcile'],
    action: 'states:*Execution',
    resource: '*DeliveriesWorkflow*',
    why: 'Only for a destination that was left behind, which takes minutes: test/service/operations/reconcile.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsComputeLane'],
    action: 'dynamodb:Query',
    resource: '*/DataService*',
    why: 'Only a lane of an EFFECT report asks whose erasure is in progress, to leave them out of the audience.',
    mayBeUsed: true,
  },
  {
    functions: ['IntakeApplyChunk'],
    action: 'sqs:ChangeMessageVisibility',
    resource: '*',
    why: 'Only where the tables refuse a chunk, which the local cloud of the tests does not do at will.',
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
    why: 'Nothing is listed. Without it, S3 answers 403 instead of 404 for an object that is not there.',
  },
  {
    functions: ['DeliveriesDeliver'],
    action: 's3:ListBucket',
    resource: '*',
    why: 'Only a delivery that finds its destination deleted lists the files to remove: test/service/stores/tables/audiences/destination-conditions.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['HttpManageExports'],
    action: 's3:GetObject',
    resource: '*',
    why: 'Whoever has the address of a file reads it with the permission of this function, which signed the address.',
    mayBeUsed: true,
  },
  {
    functions: ['HttpCancelReport'],
    action: 'states:StartExecution',
    resource: '*',
    why: 'Only where no run of the stopped workflow has taken the webhook by then: test/service/stores/tables/cancel-report.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ExportsWriteExport'],
    action: 's3:AbortMultipartUpload',
    resource: '*',
    why: 'Only an upload of more than 8 MB that fails half-way is aborted: test/service/stores/alone/aws.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ExportsWriteExport'],
    action: 's3:DeleteObject',
    resource: '*',
    why: 'Only the file of an export that fails, or whose report is erased meanwhile, is deleted: test/service/exports.',
    mayBeUsed: true,
  },
  {
    functions: ['ExportsWriteExport'],
    action: 'dynamodb:DeleteItem',
    resource: '*',
    why: 'Only an export whose report is erased while its file is written is deleted: test/service/exports.',
    mayBeUsed: true,
  },
  {
    functions: ['ErasureErase'],
    action: 's3:DeleteObject',
    resource: '*/partitions/*',
    why: 'Only of a report that failed in partitions are files left: test/service/erasures/alone/erase-reports.test.ts.',
    mayBeUsed: true,
  },
  {
    functions: ['ReportsExtractShard'],
    action: 's3:GetObject',
    resource: '*/partitions/*',
    why: 'Only a shard that takes longer than ten minutes goes on where a run before has stopped: tools/drills/reports.',
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
    why: 'It marks old recommendations by the code of ComputeReport; npm run partitioned needs it.',
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
