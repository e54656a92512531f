// Synthesizes one stage in this process, for the local cloud and for tests that inspect the template. Without CDK's own
// validation of templates, whose engine takes four seconds to start: npm run synth and npm run deploy have it.
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
    context,
  });
  addStacks(app, [stage]);
  addRules(app);
  app.synth();
  return readAssembly(stage, outDir);
}
