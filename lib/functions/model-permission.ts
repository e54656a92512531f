// Bedrock permissions of a function: exactly one model, through the configured inference profile.
// https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
import { Stack } from 'aws-cdk-lib';
import { acknowledge } from '../acknowledge.ts';
import type { ServiceFunction } from './service-function.ts';

/** A geography prefix: `us.`, `eu.`, `jp.`, `au.`, `us-gov.`, `apac.`, `global.`. No provider name is that short. */
const SYSTEM_PROFILE = /^(?:[a-z]{2}|us-gov|apac|global)\.(.+)$/;

/** `modelId`: a model, a system-defined inference profile, or the ARN of an application inference profile. */
export function allowModel(fn: ServiceFunction, modelId: string): void {
  const { partition, region, account } = Stack.of(fn);
  const profiledModel = SYSTEM_PROFILE.exec(modelId)?.[1];
  if (modelId.startsWith('arn:')) {
    // The model of an application profile is known to AWS alone.
    allowThroughProfile(fn, modelId, '*');
  } else if (profiledModel !== undefined) {
    const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`;
    allowThroughProfile(fn, profile, profiledModel);
  } else {
    fn.allow(['bedrock:InvokeModel'], `arn:${partition}:bedrock:${region}::foundation-model/${modelId}`);
  }
}

/**
 * A profile runs its model in any region of its geography; the condition denies the model without the
 * profile.
 */
function allowThroughProfile(fn: ServiceFunction, profileArn: string, model: string): void {
  fn.allow(['bedrock:InvokeModel'], profileArn);
  fn.allowIf(
    { StringEquals: { 'bedrock:InferenceProfileArn': profileArn } },
    ['bedrock:InvokeModel'],
    `arn:${Stack.of(fn).partition}:bedrock:*::foundation-model/${model}`,
  );
  acknowledge(
    fn,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model}]`,
    'An inference profile runs its model in any region with capacity; the condition names the profile.',
  );
}
