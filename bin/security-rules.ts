// Adds the rules of cdk-nag to every synthesis that is deployed or checked by a test. The local stage is
// neither: a first start does not wait for them.
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** After this, a synthesis fails on every finding that isn't accepted with a reason. */
export function addSecurityRules(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
