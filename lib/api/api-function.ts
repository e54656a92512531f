// What is said of each function of the HTTP API.

import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { OperationId } from '../../src/contract/operations.ts';

/** A function of the API: what it answers, and what its own work may do beside admission. */
export interface ApiFunction {
  readonly name: string;
  /** The name of its file below functions/http. */
  readonly entry: string;
  readonly answers: readonly OperationId[];
  readonly environment: Readonly<Record<string, string>>;
  /** Default 512. One vCPU is 1,769. */
  readonly memoryMb?: number;
  /** Actions on the Service table. */
  readonly table?: readonly `dynamodb:${string}`[];
  /** Reads the Orders table, and its index by customer. */
  readonly readsOrders?: true;
  /** Starts executions of this workflow. */
  readonly starts?: StateMachine;
  /** Stops executions of the workflow that it starts. */
  readonly stops?: true;
  readonly sendsTo?: Queue;
  /** Reads objects of the bucket whose keys begin so. */
  readonly reads?: string | readonly string[];
  /** Deletes objects of the bucket whose keys begin so. */
  readonly deletes?: readonly string[];
  /** Encrypts secrets of accounts. */
  readonly seals?: true;
  /** Decrypts them. */
  readonly opens?: true;
  /** Gets 404 instead of 403 for an object that an erasure has deleted: S3 wants the right to list for that. */
  readonly missesObjects?: true;
}
