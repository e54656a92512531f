// Resource types that the local cloud skips, each with its reason. A type that is neither run nor listed here is an
// error at start: nothing is skipped silently.

export const LEFT_OUT: Readonly<Record<string, string>> = {
  'AWS::IAM::Role': 'nothing is authorized locally',
  'AWS::IAM::Policy': 'nothing is authorized locally',
  'AWS::IAM::ManagedPolicy': 'nothing is authorized locally',
  'AWS::Lambda::Permission': 'nothing is authorized locally',
  'AWS::SQS::QueuePolicy': 'nothing is authorized locally',
  'AWS::S3::BucketPolicy': 'nothing is authorized locally',
  'AWS::SNS::TopicPolicy': 'nothing is authorized locally',
  'AWS::SNS::Topic': 'carries alarms only',
  'AWS::SNS::Subscription': 'carries alarms only',
  'AWS::CloudWatch::Alarm': 'there are no metrics locally',
  'AWS::CloudWatch::Dashboard': 'there are no metrics locally',
  'AWS::Logs::LogGroup': 'logs go to the console',
  'AWS::Logs::ResourcePolicy': 'nothing is authorized locally',
  'AWS::KMS::Alias': 'keys are named by their ARNs locally',
  'AWS::Budgets::Budget': 'nothing is billed locally',
  'AWS::CDK::Metadata': 'describes the app, not the service',
};

const RUN = [
  'AWS::DynamoDB::Table',
  'AWS::SQS::Queue',
  'AWS::S3::Bucket',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::StepFunctions::StateMachine',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Events::Rule',
  'AWS::Scheduler::Schedule',
  'AWS::KMS::Key',
] as const;
export type RunType = (typeof RUN)[number];

/** Throws for the first resource whose type is neither run nor listed. */
export function checkTypes(resources: Readonly<Record<string, { Type: string }>>): void {
  for (const [logicalId, { Type }] of Object.entries(resources)) {
    if (!RUN.some((type) => type === Type) && LEFT_OUT[Type] === undefined) {
      throw new Error(`the local cloud does not know the resource type ${Type} (${logicalId})`);
    }
  }
}
