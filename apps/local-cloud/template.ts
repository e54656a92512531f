// Resolves a CloudFormation template with its intrinsic functions to the values of the local engines.
import * as v from 'valibot';

const resource = v.object({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
});
const templateSchema = v.object({
  Resources: v.record(v.string(), resource),
  Outputs: v.optional(v.record(v.string(), v.object({ Value: v.unknown() })), {}),
});
export type StackTemplate = v.InferOutput<typeof templateSchema>;

export function parseTemplate(template: unknown): StackTemplate {
  return v.parse(templateSchema, template);
}

/** The identifiers of an existing resource: Ref returns `resolveRef`, Fn::GetAtt an attribute. */
export interface Physical {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'localhost',
  'AWS::StackName': 'local',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property set to AWS::NoValue counts as missing. */
function isSet(value: unknown): boolean {
  return !(isRecord(value) && value.Ref === 'AWS::NoValue');
}

/** Resolves a value as CloudFormation does. `physical` holds the resources that exist so far. */
export function createResolver(physical: ReadonlyMap<string, Physical>) {
  const getPhysical = (logicalId: string): Physical => {
    const found = physical.get(logicalId);
    if (found === undefined)
      throw new Error(`the template refers to ${logicalId}, which the local cloud does not run`);
    return found;
  };
  const resolveRef = (name: string): string => PSEUDO[name] ?? getPhysical(name).ref;
  const resolveAttribute = (logicalId: string, name: string): string => {
    const value = getPhysical(logicalId).attributes[name];
    if (value === undefined) throw new Error(`the local cloud has no attribute ${name} of ${logicalId}`);
    return value;
  };
  const resolveText = (value: unknown): string => String(resolve(value));

  function resolveIntrinsic(name: string, argument: unknown): unknown {
    const list: unknown[] = Array.isArray(argument) ? argument : [];
    switch (name) {
      case 'Ref':
        return resolveRef(String(argument));
      case 'Fn::GetAtt':
        return resolveAttribute(String(list[0]), String(list[1]));
      case 'Fn::Join': {
        const parts: unknown = resolve(list[1]);
        return Array.isArray(parts) ? parts.join(String(list[0])) : '';
      }
      case 'Fn::Split':
        return resolveText(list[1]).split(String(list[0]));
      case 'Fn::Select': {
        const choices: unknown = resolve(list[1]);
        return Array.isArray(choices) ? choices[Number(list[0])] : undefined;
      }
      case 'Fn::Sub': {
        const variables = isRecord(list[1]) ? list[1] : {};
        return String(list[0] ?? argument).replace(/\$\{([^}!]+)\}/g, (_, path: string) => {
          if (path in variables) return resolveText(variables[path]);
          const dot = path.indexOf('.');
          return dot < 0 ? resolveRef(path) : resolveAttribute(path.slice(0, dot), path.slice(dot + 1));
        });
      }
      default:
        throw new Error(`the local cloud does not support the intrinsic function ${name}`);
    }
  }

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.filter(isSet).map(resolve);
    if (!isRecord(value)) return value;
    const [only, ...others] = Object.keys(value);
    if (only !== undefined && others.length === 0 && (only === 'Ref' || only.startsWith('Fn::'))) {
      return resolveIntrinsic(only, value[only]);
    }
    const members = Object.entries(value).filter(([, member]) => isSet(member));
    return Object.fromEntries(members.map(([key, member]) => [key, resolve(member)]));
  }
  return resolve;
}

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
  'AWS::SNS::Topic': 'carries alarms and events of e-mails only',
  'AWS::CloudWatch::Alarm': 'there are no metrics locally',
  'AWS::CloudWatch::Dashboard': 'there are no metrics locally',
  'AWS::Logs::LogGroup': 'logs go to the console',
  'AWS::Logs::ResourcePolicy': 'nothing is authorized locally',
  'AWS::KMS::Alias': 'keys are named by their ARNs locally',
  'AWS::SES::ConfigurationSet': 'e-mails are kept, not sent',
  'AWS::SES::ConfigurationSetEventDestination': 'e-mails are kept, not sent',
  'AWS::Budgets::Budget': 'nothing is billed locally',
  'AWS::Glue::Database': 'readers find the files by their paths locally',
  'AWS::Glue::Table': 'readers find the files by their paths locally',
  'AWS::Athena::WorkGroup': 'nothing queries the files locally',
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
  'AWS::SNS::Subscription',
] as const;
export type RunType = (typeof RUN)[number];

/** Throws for the first resource whose type is neither run nor listed. */
export function checkTypes(resources: Readonly<Record<string, { Type: string }>>): void {
  for (const [logicalId, { Type }] of Object.entries(resources)) {
    if (!RUN.some((type) => type === Type) && LEFT_OUT[Type] === undefined) {
      throw new Error(`the local cloud does not support the resource type ${Type} (${logicalId})`);
    }
  }
}
