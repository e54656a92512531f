// Runs a synthesized template on embedded engines. The wiring comes from the template, so that the local cloud runs
// what AWS deploys.

import { join } from 'node:path';
import * as v from 'valibot';
import { removeCloudFile, writeCloudFile } from './cloud-file.ts';
import { checkDatabase } from './engines/check-database.ts';
import { explainFullDisk, watchDisk } from './engines/disk-room.ts';
import { LOCAL_CREDENTIALS, startDynamoDb, tableProperties } from './engines/dynamodb.ts';
import { startKeys, toKeyArn } from './engines/keys.ts';
import { startMail } from './engines/mail.ts';
import {
  DATABASE,
  type QueueProperties,
  queueArn,
  queueProperties,
  startQueuesAndBuckets,
} from './engines/queues-and-buckets.ts';
import { lockFolder } from './folder-lock.ts';
import { mappingProperties, startPoller } from './functions/event-sources.ts';
import { createLocalFunction, functionProperties, type LocalFunction } from './functions/functions.ts';
import { createPublicVariables } from './functions/reached-at.ts';
import {
  type RunningSchedule,
  ruleProperties,
  schedulerProperties,
  startSchedule,
  type Timed,
} from './functions/schedules.ts';
import { THIS_MACHINE, toLocalUrl } from './gateway/address.ts';
import { createDownloads, MAX_HEAD_BYTES, startHttpFront } from './gateway/http-front.ts';
import type { Route } from './gateway/http-routes.ts';
import { NEW_ON_DEMAND_TABLE, startDynamoDbLimits } from './like-aws/dynamodb-limits.ts';
import { createEdgeRules } from './like-aws/edge-rules.ts';
import { createGatewayThrottle, stageProperties } from './like-aws/gateway-throttle.ts';
import { createConcurrency, NEW_ACCOUNT_CONCURRENCY, watchMemory } from './like-aws/lambda-limits.ts';
import type { LocalCloudOptions } from './local-cloud-options.ts';
import {
  ACCOUNT,
  checkTypes,
  createResolver,
  LEFT_OUT,
  type Physical,
  parseTemplate,
  REGION,
  type RunType,
} from './template.ts';
import { startStepFunctions } from './workflows/executions.ts';

/** Counts of transaction conflicts, throttled requests to tables, and throttled executions of functions. */
export interface Refusals {
  readonly conflicts: number;
  readonly throttled: number;
  readonly executions: number;
}

export interface LocalCloud {
  /** http://127.0.0.1:<port>, without the API's base path. */
  readonly url: string;
  /** The address that others use. */
  readonly publicUrl: string;
  readonly endpoints: {
    readonly dynamodb: string;
    readonly sqs: string;
    readonly s3: string;
    readonly stepFunctions: string;
    readonly keys: string;
    readonly mail: string;
  };
  readonly outputs: Readonly<Record<string, string>>;
  /** What `likeAws` has refused so far; undefined without it. */
  readonly refusals: Refusals | undefined;
  /** Invokes a function by its logical id. */
  invoke(functionId: string, event: unknown): Promise<unknown>;
  /** Fires a rule or a schedule immediately, by its logical id. For tests. */
  runSchedule(ruleId: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { dataDir, log = () => undefined, through = async (_, endpoint) => endpoint } = options;
  const template = parseTemplate(options.template);
  checkTypes(template.Resources);
  let folder = dataDir === undefined ? undefined : lockFolder(dataDir);
  // The folder is locked, so every earlier local cloud on it has ended.
  const resumedAt = folder?.wasUsed === true ? new Date().toISOString() : undefined;
  let isStarted = false;
  const cleanups: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    // If a start fails, everything that was started before is stopped.
    const failures: unknown[] = [];
    for (const cleanup of cleanups.splice(0).reverse()) {
      try {
        await cleanup();
      } catch (error) {
        failures.push(error);
      }
    }
    folder?.release(isStarted && failures.length === 0);
    folder = undefined;
    if (failures.length > 0) throw new AggregateError(failures, 'the local cloud did not stop cleanly');
  };
  try {
    const cloud = await build();
    isStarted = true;
    return cloud;
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }

  async function build(): Promise<LocalCloud> {
    const physical = new Map<string, Physical>();
    const resolve = createResolver(physical);
    const listResources = <S extends v.GenericSchema>(
      type: RunType,
      schema: S,
    ): [string, v.InferOutput<S>][] =>
      listIds(type).map((id) => [id, v.parse(schema, resolve(template.Resources[id]?.Properties))]);
    const listIds = (type: RunType): string[] =>
      Object.entries(template.Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id]) => id);
    const toLambdaArn = (id: string): string => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;

    // Names come first: any resource may refer to any other, including those that are skipped.
    for (const [id, { Type }] of Object.entries(template.Resources)) {
      if (LEFT_OUT[Type] !== undefined)
        physical.set(id, { ref: id, attributes: { Arn: `arn:aws:left-out:::${id}` } });
    }
    for (const id of listIds('AWS::DynamoDB::Table')) {
      physical.set(id, { ref: id, attributes: { Arn: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${id}` } });
    }
    for (const id of listIds('AWS::S3::Bucket')) {
      const name = id.toLowerCase();
      physical.set(id, { ref: name, attributes: { Arn: `arn:aws:s3:::${name}` } });
    }
    for (const id of listIds('AWS::Lambda::Function')) {
      physical.set(id, { ref: id, attributes: { Arn: toLambdaArn(id) } });
    }
    for (const id of listIds('AWS::KMS::Key'))
      physical.set(id, { ref: id, attributes: { Arn: toKeyArn(id) } });
    for (const id of listIds('AWS::StepFunctions::StateMachine')) {
      const arn = `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`;
      physical.set(id, { ref: arn, attributes: { Arn: arn, Name: id } });
    }

    const files = dataDir !== undefined && {
      tables: join(dataDir, 'dynamodb.sqlite'),
      queues: join(dataDir, 'queues', DATABASE),
    };
    for (const file of Object.values(files || {})) checkDatabase(file, folder?.endedUncleanly === true);
    const disk = dataDir === undefined ? undefined : watchDisk(dataDir, log, options.freeBytes);
    if (dataDir !== undefined && disk?.isFull() === true) throw new Error(explainFullDisk(dataDir));
    const dynamodb = await startDynamoDb({
      file: files ? files.tables : undefined,
      endpoint: options.dynamoDbEndpoint,
      onRestart: (message) => log({ source: 'dynamodb', level: 'error', message }),
      onLoss(message) {
        log({ source: 'dynamodb', level: 'error', message });
        options.onEngineLost?.();
      },
    });
    cleanups.push(dynamodb.stop);
    const queues = await startQueuesAndBuckets(dataDir && join(dataDir, 'queues'), (endpoint) =>
      through('queues', endpoint),
    );
    cleanups.push(queues.stop);
    const states = await startStepFunctions(options.waitScale ?? 1, log);
    cleanups.push(states.stop);
    const keys = await startKeys(
      listIds('AWS::KMS::Key').map(toKeyArn),
      dataDir && join(dataDir, 'secrets.key'),
    );
    cleanups.push(keys.stop);
    const mail = await startMail(dataDir && join(dataDir, 'mail'));
    cleanups.push(mail.stop);
    const tables = listResources('AWS::DynamoDB::Table', tableProperties);
    const limits =
      options.likeAws === true
        ? await startDynamoDbLimits(dynamodb.endpoint, NEW_ON_DEMAND_TABLE, new Map(tables))
        : undefined;
    if (limits !== undefined) cleanups.push(limits.stop);
    const concurrency = options.likeAws === true ? createConcurrency(NEW_ACCOUNT_CONCURRENCY) : undefined;
    const endpoints = {
      dynamodb: await through('dynamodb', limits?.endpoint ?? dynamodb.endpoint),
      sqs: queues.endpoint,
      s3: queues.endpoint,
      stepFunctions: states.endpoint,
      keys: keys.endpoint,
      mail: mail.endpoint,
    };

    await Promise.all(tables.map(([id, table]) => dynamodb.createTable(id, table)));
    for (const id of listIds('AWS::S3::Bucket')) queues.createBucket(id.toLowerCase());
    // A queue refers to its dead-letter queue by ARN, so all ARNs are known before the queues are created.
    for (const id of listIds('AWS::SQS::Queue')) {
      physical.set(id, { ref: '', attributes: { Arn: queueArn(id), QueueName: id } });
    }
    for (const [id, queue] of sortTargetsFirst(listResources('AWS::SQS::Queue', queueProperties))) {
      const ref = await queues.createQueue(id, queue);
      physical.set(id, { ref, attributes: { Arn: queueArn(id), QueueName: id } });
    }

    const { address = THIS_MACHINE } = options;
    const isReached = address.isOpen || address.publicUrl !== undefined;
    const front = await startHttpFront(options.port ?? 0, {
      address,
      downloads: isReached
        ? createDownloads(
            endpoints.s3,
            listIds('AWS::S3::Bucket').map((id) => id.toLowerCase()),
          )
        : undefined,
      outbox: isReached ? undefined : mail.answer,
      disk,
      maxHeadBytes: options.likeAws === true ? MAX_HEAD_BYTES : undefined,
      edge:
        options.likeAws === true && options.edge !== undefined
          ? createEdgeRules(options.edge, { secondMs: options.edgeSecondMs })
          : undefined,
      callersAreCalled: options.callersAreCalled,
      drainMs: options.drainMs,
      wasEngineDown: dynamodb.wasDown,
    });
    cleanups.push(front.stop);
    const url = toLocalUrl(address.host, front.port);
    const publicUrl = address.publicUrl ?? url;
    for (const id of listIds('AWS::ApiGatewayV2::Api'))
      physical.set(id, { ref: id, attributes: { ApiEndpoint: url } });

    const functions = new Map<string, LocalFunction>();
    const environment = {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
      AWS_ENDPOINT_URL_SQS: endpoints.sqs,
      AWS_ENDPOINT_URL_S3: endpoints.s3,
      AWS_ENDPOINT_URL_SFN: endpoints.stepFunctions,
      AWS_ENDPOINT_URL_KMS: endpoints.keys,
      MAIL_URL: endpoints.mail,
    };
    for (const [id, properties] of listResources('AWS::Lambda::Function', functionProperties)) {
      const arn = toLambdaArn(id);
      const unlimited = createLocalFunction({
        name: id,
        arn,
        properties,
        assemblyDir: options.assemblyDir,
        environment: isReached
          ? { ...environment, ...createPublicVariables(publicUrl, properties.Environment.Variables) }
          : environment,
        log,
        watchMemory: options.likeAws === true ? watchMemory : undefined,
        idleMs: options.idleMs,
        onCall: options.onCall && ((call) => options.onCall?.(id, call)),
      });
      const fn = concurrency?.wrap(unlimited) ?? unlimited;
      functions.set(id, fn).set(arn, fn);
      cleanups.push(fn.stop);
    }
    const getFunction = (idOrArn: string): LocalFunction => {
      const fn = functions.get(idOrArn);
      if (fn === undefined) throw new Error(`the local cloud has no function ${idOrArn}`);
      return fn;
    };

    // Alarms are sent to people, by other protocols.
    const subscription = v.object({ Protocol: v.string(), Endpoint: v.string() });
    for (const [, { Protocol, Endpoint }] of listResources('AWS::SNS::Subscription', subscription))
      if (Protocol === 'lambda')
        mail.report((Message) => getFunction(Endpoint).invoke({ Records: [{ Sns: { Message } }] }));

    const machine = v.object({ DefinitionString: v.string() });
    for (const [id, { DefinitionString }] of listResources('AWS::StepFunctions::StateMachine', machine)) {
      states.addMachine(
        `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`,
        DefinitionString,
        functions,
      );
    }

    const integrations = listResources(
      'AWS::ApiGatewayV2::Integration',
      v.object({ IntegrationUri: v.string() }),
    );
    for (const [id] of integrations) physical.set(id, { ref: id, attributes: {} });
    const targets = new Map(
      integrations.map(([id, { IntegrationUri }]) => [`integrations/${id}`, IntegrationUri]),
    );
    const routeProperties = v.object({ RouteKey: v.string(), Target: v.string() });
    const routes: Route[] = listResources('AWS::ApiGatewayV2::Route', routeProperties).map(
      ([, { RouteKey, Target }]) => ({
        routeKey: RouteKey,
        target: getFunction(targets.get(Target) ?? Target),
      }),
    );
    front.serve(
      routes,
      options.likeAws === true
        ? createGatewayThrottle(listResources('AWS::ApiGatewayV2::Stage', stageProperties))
        : undefined,
    );
    // The front stops before the functions that it calls.
    cleanups.push(front.stop);

    const queueNames = new Map(
      [...physical.values()].map(({ attributes }) => [attributes.Arn, attributes.QueueName]),
    );
    for (const [, mapping] of listResources('AWS::Lambda::EventSourceMapping', mappingProperties)) {
      const poller = startPoller({
        queue: await queues.queue(queueNames.get(mapping.EventSourceArn) ?? ''),
        mapping,
        target: getFunction(mapping.FunctionName),
        log,
        disk,
      });
      cleanups.push(poller.stop);
    }
    const schedules = new Map<string, RunningSchedule>();
    const timed: [string, Timed][] = [
      ...listResources('AWS::Events::Rule', ruleProperties),
      ...listResources('AWS::Scheduler::Schedule', schedulerProperties).map(
        ([id, { Target, ...schedule }]): [string, Timed] => [id, { ...schedule, Targets: [Target] }],
      ),
    ];
    for (const [id, resource] of timed) {
      // Work that the last local cloud left unfinished continues now, not after the first interval.
      const schedule = startSchedule(id, resource, getFunction, {
        disk,
        resumedAt,
      });
      schedules.set(id, schedule);
      cleanups.push(schedule.stop);
    }
    const runSchedule = async (ruleId: string): Promise<void> => {
      const schedule = schedules.get(ruleId);
      if (schedule === undefined) throw new Error(`the local cloud has no schedule ${ruleId}`);
      await schedule.fire();
    };

    const outputs = Object.fromEntries(
      Object.entries(template.Outputs).map(([name, { Value }]) => [name, String(resolve(Value))]),
    );
    // A stop begins here: everything that a request needs still runs.
    cleanups.push(front.drain);
    if (dataDir !== undefined) {
      writeCloudFile(dataDir, { url, endpoints, outputs });
      cleanups.push(() => removeCloudFile(dataDir));
    }
    return {
      url,
      publicUrl,
      endpoints,
      outputs,
      get refusals() {
        if (limits === undefined || concurrency === undefined) return undefined;
        return { ...limits.refusals, ...concurrency.refusals };
      },
      invoke: (id, event) => getFunction(id).invoke(JSON.parse(JSON.stringify(event) ?? 'null')),
      runSchedule,
      stop,
    };
  }
}

/** A queue comes after the one that it redrives to. */
function sortTargetsFirst(queues: [string, QueueProperties][]): [string, QueueProperties][] {
  const byArn = new Map(queues.map(([id, queue]) => [queueArn(id), queue]));
  const computeDepth = (queue: QueueProperties | undefined): number =>
    queue?.RedrivePolicy === undefined
      ? 0
      : 1 + computeDepth(byArn.get(queue.RedrivePolicy.deadLetterTargetArn));
  return queues.sort(([, a], [, b]) => computeDepth(a) - computeDepth(b));
}
