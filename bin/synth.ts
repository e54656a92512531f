// Synthesizes one stage in this process, for the local cloud and for tests that inspect the template. Without what explains a template to its
// reader, where each construct was created and their tree, a tenth of the time; and unless asked for, without CDK's own validation of templates,
// whose engine takes four seconds to start: npm run synth and npm run deploy have both.
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';
import { readAssembly, type Synthesized } from './read-assembly.ts';

/** Makes findings of CDK's own validation errors instead of warnings, as cdk.json does. */
export const REFUSE_INVALID = { '@aws-cdk/core:validateAgainstDefaultRules': true } as const;

/** `addRules`: what the synthesis must obey, such as `addSecurityRules`. `isValidated`: by the CDK, which throws on what CloudFormation would refuse. */
export function synthesize(
  stage: string,
  outDir: string,
  context: Readonly<Record<string, unknown>> = {},
  addRules: (app: App) => void = () => undefined,
  isValidated = false,
): Synthesized {
  const app = new App({
    outdir: outDir,
    analyticsReporting: false,
    builtinCloudFormationValidation: isValidated,
    stackTraces: false,
    treeMetadata: false,
    context: { ...(isValidated && REFUSE_INVALID), ...context },
  });
  addStacks(app, [stage]);
  addRules(app);
  app.synth();
  return readAssembly(stage, outDir);
}
