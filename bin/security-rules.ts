// The rules of cdk-nag, which every synthesis obeys that is deployed or looked at by a test. The local stage is neither: a first start
// does not wait for them.
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** From then on, a synthesis fails on a finding that isn't accepted with a reason. */
export function addSecurityRules(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
