// Synthesizes one stage in this process, for what runs or inspects the template: the local cloud and the tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';
import { stackName } from './stack-name.ts';

export interface Synthesized {
  /** The parsed CloudFormation template. */
  readonly template: unknown;
  /** Where the code assets are. */
  readonly assemblyDir: string;
}

export function synthesize(
  stage: string,
  outDir: string,
  context: Readonly<Record<string, unknown>> = {},
): Synthesized {
  const app = new App({ outdir: outDir, analyticsReporting: false, context });
  addStacks(app, [stage]);
  app.synth();
  const file = join(outDir, `${stackName(stage)}.template.json`);
  return { template: JSON.parse(readFileSync(file, 'utf8')), assemblyDir: outDir };
}
