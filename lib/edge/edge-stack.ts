// The rules of the edge. AWS keeps those of CloudFront in us-east-1, wherever the API is, so they are a stack of their own, which is
// deployed first: its output is the setting `webAclArn` of the stage.
import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { STAGE_TAG } from '../alarms/monthly-budget.ts';
import { type EdgeLimits, EdgeWebAcl } from './web-acl.ts';

export interface EdgeStackProps {
  readonly stage: string;
  readonly limits: EdgeLimits;
}

export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, limits }: EdgeStackProps) {
    super(scope, id, { env: { region: 'us-east-1' }, description: `Rules of the edge of ${stage}` });
    Tags.of(this).add(STAGE_TAG, stage);
    const { arn } = new EdgeWebAcl(this, 'WebAcl', limits);
    new CfnOutput(this, 'WebAclArn', { value: arn });
  }
}
