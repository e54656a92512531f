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
  { action: 'xray:*', resource: '*', why: 'Lambda itself writes the traces, with the role of the function.' },
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
      'ReportsComputeReport',
      'ReportsAddInsights',
      'ErasureErase',
    ],
    action: 's3:ListBucket',
    resource: '*',
    why: 'Nothing is listed. Without it, S3 answers 403 instead of 404 for an object that is not there.',
  },
];
