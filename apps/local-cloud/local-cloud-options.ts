// What a local cloud is started with.
import type { FreeBytes } from './engines/disk-room.ts';
import type { LogSink } from './functions/functions.ts';
import type { RecordedCall } from './functions/recorded-call.ts';
import type { GatewayAddress } from './gateway/address.ts';

export interface LocalCloudOptions {
  readonly template: unknown;
  /** Directory of the template's code assets. */
  readonly assemblyDir: string;
  /** State is stored here and survives a restart; if undefined, everything is in memory. */
  readonly dataDir?: string | undefined;
  /** Port of the HTTP API; 0 chooses a free one. */
  readonly port?: number;
  /** Default: this machine only. */
  readonly address?: GatewayAddress | undefined;
  /** A running DynamoDB engine. */
  readonly dynamoDbEndpoint?: string | undefined;
  /** Multiplies the workflow's waits. For tests. */
  readonly waitScale?: number;
  /** Refuse what AWS refuses a new account: docs/like-aws.md. */
  readonly likeAws?: boolean | undefined;
  /** With `likeAws`: the template of the edge's rules, which stand in front of the API. */
  readonly edge?: unknown;
  /** Milliseconds of a second of those rules. For drills. */
  readonly edgeSecondMs?: number | undefined;
  /** Replaces the endpoint at which an engine is reached. For tests. */
  readonly through?: (engine: 'dynamodb' | 'queues', endpoint: string) => Promise<string>;
  /** See HttpFrontOptions. For tests. */
  readonly callersAreCalled?: boolean | undefined;
  /** Free bytes of the disk that a folder is on. For tests. */
  readonly freeBytes?: FreeBytes;
  /** The engine of the tables is gone and can't be started again. */
  readonly onEngineLost?: (() => void) | undefined;
  readonly log?: LogSink;
  /** Receives the AWS calls of functions, each once a worker, by the function's logical id. For tests. */
  readonly onCall?: (functionId: string, call: RecordedCall) => void;
}
