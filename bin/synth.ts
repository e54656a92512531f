// Synthesizes one stage in this process, for the local cloud and for tests that inspect the template. Omits
// the metadata that explains a template (the origin of each construct and the construct tree), which saves a
// tenth of the time. Omits CDK's own validation by default, because its engine takes four seconds to start;
// npm run synth and npm run deploy use both.
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';
import { readAssembly, type Synthesized } from './read-assembly.ts';

/** Turns findings of CDK's own validation from warnings into errors, as cdk.json does. */
export const REFUSE_INVALID = { '@aws-cdk/core:validateAgainstDefaultRules': true } as const;

/**
 * `addRules`: adds rules that the synthesis must obey, such as `addSecurityRules`. `isValidated`: validates
 * with the CDK, which throws on templates that CloudFormation would refuse.
 */
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
