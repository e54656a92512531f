// Defines the options of a local cloud.
import type { FreeBytes } from './engines/disk-room.ts';
import type { LogSink } from './functions/functions.ts';
import type { RecordedCall } from './functions/recorded-call.ts';
import type { GatewayAddress } from './gateway/address.ts';

export interface LocalCloudOptions {
  readonly template: unknown;
  /** Directory of the template's code assets. */
  readonly assemblyDir: string;
  /** State is stored here and survives a restart; undefined keeps everything in memory. */
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
  /** With `likeAws`: the template of the edge's rules, which apply before the API. */
  readonly edge?: unknown;
  /** Milliseconds of a second of those rules. For drills. */
  readonly edgeSecondMs?: number | undefined;
  /** Replaces the endpoint at which an engine is reached. For tests. */
  readonly through?: (engine: 'dynamodb' | 'queues', endpoint: string) => Promise<string>;
  /** See HttpFrontOptions. For tests. */
  readonly callersAreCalled?: boolean | undefined;
  /** See HttpFrontOptions. For tests. */
  readonly drainMs?: number | undefined;
  /** How long an idle worker of a function is kept; default one minute. For tests. */
  readonly idleMs?: number | undefined;
  /** Returns the free bytes of the disk that holds a folder. For tests. */
  readonly freeBytes?: FreeBytes;
  /** Called if the engine of the tables is gone and cannot be restarted. */
  readonly onEngineLost?: (() => void) | undefined;
  readonly log?: LogSink;
  /** Receives the AWS calls of functions, each once per worker, by the function's logical id. For tests. */
  readonly onCall?: (functionId: string, call: RecordedCall) => void;
}
