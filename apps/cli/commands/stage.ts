// `doctor` and `stage`: check a whole stage, copy it, and empty its bucket before its stack is deleted.

import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { STAGE_TAG } from '../../../lib/alarms/alarm-topic.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { createDoctorClients, type DoctorCheck, runChecks } from '../doctor/run-checks.ts';
import { type CopiedStage, exportStage, importStage, type StageCounts } from '../stage-copy/stage-copy.ts';
import type { Context } from './context.ts';

const describeCounts = ({ orders, service, objects }: StageCounts): string =>
  `${orders} items of the Orders table, ${service} of the Service table and ${objects} objects`;

const toCopiedStage = (at: {
  readonly ordersTable: string;
  readonly serviceTable: string;
  readonly bodiesBucket: string;
}): CopiedStage => ({
  tables: { orders: at.ordersTable, service: at.serviceTable },
  bucket: at.bodiesBucket,
});

const MARKS: Readonly<Record<DoctorCheck['result'], string>> = {
  ok: 'ok      ',
  warning: 'warning ',
  problem: 'PROBLEM ',
  unknown: 'unknown ',
};

export function addStageCommands({ program, deployment, stage, print }: Context): void {
  program
    .command('doctor')
    .description('check a deployed stage: quotas, bootstrap, alarm receiver, budget tag, throughput, backups')
    .examples('--stage prod doctor')
    .action(async () => {
      if (stage() === 'local')
        throw new OperationError('doctor checks a deployed stage: give --stage dev or prod');
      const { findDeployedStage } = await import('../deployment/find-deployment.ts');
      const deployed = await findDeployedStage(stage());
      const checks = await runChecks(
        createDoctorClients(),
        { ...deployed, budgetTag: STAGE_TAG },
        Date.now(),
      );
      print(
        checks,
        checks.map(({ name, result, finding }) => `${MARKS[result]} ${name}: ${finding}`).join('\n'),
      );
      if (checks.some(({ result }) => result === 'problem')) process.exitCode = 1;
    });

  const stages = program.command('stage').description('commands for a whole stage');
  stages
    .command('export')
    .description('copy both tables and the bucket into a folder, to move a stage or to rehearse its restore')
    .argument('<folder>', 'an empty folder; it will hold customer data')
    .examples('--stage prod stage export copy')
    .action(async (folder: string) => {
      const { dynamoDb, s3, ...at } = await deployment();
      const counts = await exportStage({ dynamoDb: dynamoDb(), s3 }, toCopiedStage(at), folder);
      print(counts, `Exported ${describeCounts(counts)} to ${folder}.`);
    });
  stages
    .command('import')
    .description('copy an exported folder, or tables that AWS exported, into a new stage')
    .argument('<folder>', 'a folder with the subfolders orders, service and objects')
    .option(
      '--take-over',
      'run schedules and audiences and notify receivers here, and no longer at the other stage',
    )
    .examples('--stage dev stage import copy')
    .action(async (folder: string, { takeOver = false }: { takeOver?: boolean }) => {
      const { dynamoDb, s3, ...at } = await deployment();
      const counts = await importStage({ dynamoDb: dynamoDb(), s3 }, toCopiedStage(at), folder, {
        takesOver: takeOver,
      });
      const rests = takeOver ? '' : ' Its schedules are paused, and its audiences run on request.';
      print(counts, `Imported ${describeCounts(counts)} from ${folder}.${rests}`);
    });
  stages
    .command('empty')
    .description("delete every object in the stage's bucket, so that the stack can be deleted")
    .requiredOption('--yes', 'confirm: report bodies and dead letters cannot be recovered')
    .examples('--stage dev stage empty --yes')
    .action(async () => {
      const { s3, bodiesBucket } = await deployment();
      const objects = await emptyBucket(s3, bodiesBucket);
      print(
        { bucket: bodiesBucket, deleted_objects: objects },
        `Deleted ${objects} ${objects === 1 ? 'object' : 'objects'} of ${bodiesBucket}.`,
      );
    });
}

// Empties a bucket page by page. CloudFormation deletes only empty buckets; this bucket has no versions.

/** Returns the number of deleted objects. Throws OperationError for the first object that S3 refuses to delete. */
async function emptyBucket(s3: S3Client, bucket: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (keys.length === 0) return deleted;
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
    );
    const [refused] = Errors;
    if (refused !== undefined)
      throw new OperationError(`${bucket}/${refused.Key}: ${refused.Code}: ${refused.Message}`);
    deleted += keys.length;
  }
}
