// Synthesizes one stage in this process, for the local cloud and for tests that inspect the template. Without CDK's own
// validation of templates, whose engine takes four seconds to start: npm run synth and npm run deploy have it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';
import { stackName } from './stack-name.ts';

export interface Synthesized {
  /** The parsed CloudFormation template. */
  readonly template: unknown;
  /** Directory of the code assets. */
  readonly assemblyDir: string;
}

export function synthesize(
  stage: string,
  outDir: string,
  context: Readonly<Record<string, unknown>> = {},
): Synthesized {
  const app = new App({
    outdir: outDir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    context,
  });
  addStacks(app, [stage]);
  app.synth();
  const file = join(outDir, `${stackName(stage)}.template.json`);
  return { template: JSON.parse(readFileSync(file, 'utf8')), assemblyDir: outDir };
}
