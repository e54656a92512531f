// doctor, stage migrate and stage empty: is a deployed stage fit to work, is its data of this release's version, and how
// is its bucket emptied before the stack is deleted.
import { STAGE_TAG } from '../../lib/alarms/monthly-budget.ts';
import { migrate } from '../../src/operations/migrate.ts';
import { OperationError } from '../../src/operations/operation-error.ts';
import { createDataVersions } from '../../src/stores/tables/data-version.ts';
import { emptyBucket } from '../deployment/empty-bucket.ts';
import type { Check } from '../doctor/check.ts';
import { doctorClients, runChecks } from '../doctor/run-checks.ts';
import type { Context } from './context.ts';

const MARKS: Readonly<Record<Check['result'], string>> = {
  ok: 'ok      ',
  warning: 'warning ',
  problem: 'PROBLEM ',
  unknown: 'unknown ',
};

export function addStageCommands({ program, deployment, stage, print }: Context): void {
  program
    .command('doctor')
    .description('check a deployed stage: quotas, bootstrap, alarm receiver, budget tag, throughput, backups')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- --stage prod doctor')
    .action(async () => {
      if (stage() === 'local')
        throw new OperationError('doctor checks a deployed stage: give --stage dev or prod');
      const { findDeployedStage } = await import('../deployment/find-deployment.ts');
      const deployed = await findDeployedStage(stage());
      const checks = await runChecks(doctorClients(), { ...deployed, budgetTag: STAGE_TAG }, Date.now());
      print(
        checks,
        checks.map(({ name, result, finding }) => `${MARKS[result]} ${name}: ${finding}`).join('\n'),
      );
      if (checks.some(({ result }) => result === 'problem')) process.exitCode = 1;
    });

  const stages = program.command('stage').description('commands for a whole stage');
  stages
    .command('migrate')
    .description('bring the stored data to the version of this release, after it was deployed')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- --stage prod stage migrate')
    .action(async () => {
      const { dynamoDb, serviceTable } = await deployment();
      const { from, to } = await migrate(
        createDataVersions(dynamoDb(), serviceTable),
        ({ to: version, about }) => console.error(`version ${version}: ${about}`),
      );
      print(
        { from, to },
        from === to ? `The stored data is of version ${to}.` : `Migrated from version ${from} to ${to}.`,
      );
    });
  stages
    .command('empty')
    .description("delete every object in the stage's bucket, so that the stack can be deleted")
    .requiredOption('--yes', 'confirm: report bodies and dead letters cannot be recovered')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- --stage dev stage empty --yes')
    .action(async () => {
      const { s3, bodiesBucket } = await deployment();
      const objects = await emptyBucket(s3, bodiesBucket);
      print(
        { bucket: bodiesBucket, deleted_objects: objects },
        `Deleted ${objects} ${objects === 1 ? 'object' : 'objects'} of ${bodiesBucket}.`,
      );
    });
}
