// Synthesizes one stage in this process, for the local cloud and for tests that inspect the template. Without CDK's own
// validation of templates, whose engine takes four seconds to start, and without what explains a template to its reader, where each construct
// was created and their tree, a tenth of the time: npm run synth and npm run deploy have both.
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';
import { readAssembly, type Synthesized } from './read-assembly.ts';

/** `addRules`: what the synthesis must obey, such as `addSecurityRules`. */
export function synthesize(
  stage: string,
  outDir: string,
  context: Readonly<Record<string, unknown>> = {},
  addRules: (app: App) => void = () => undefined,
): Synthesized {
  const app = new App({
    outdir: outDir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    stackTraces: false,
    treeMetadata: false,
    context,
  });
  addStacks(app, [stage]);
  addRules(app);
  app.synth();
  return readAssembly(stage, outDir);
}
