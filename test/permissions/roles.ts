// What each function's role may do on the local cloud: the policies of the template, with the ARNs that calls have there.
import * as v from 'valibot';
import { queueArn } from '../../local/queues-and-buckets.ts';
import { ACCOUNT, createResolver, type Physical, REGION } from '../../local/template.ts';
import type { StageTemplate } from '../lib/template.ts';
import { type Statement, statement } from './policy.ts';

const role = v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) });
const policy = v.object({
  PolicyDocument: v.object({ Statement: v.array(statement) }),
  Roles: v.array(v.string()),
});
/** Policies that are not written in the template are not decided here. */
const roleProperties = v.object({
  ManagedPolicyArns: v.optional(v.tuple([])),
  Policies: v.optional(v.tuple([])),
});

export interface FunctionRole {
  /** `SubmitOrders`. */
  readonly name: string;
  /** The function's logical id. */
  readonly id: string;
  readonly statements: readonly Statement[];
}

export function functionRoles(template: StageTemplate): FunctionRole[] {
  const physical = new Map(
    Object.entries(template.resources).map(([id, { Type }]) => [id, physicalOf(id, Type)]),
  );
  const resolve = createResolver(physical);
  const policies = template
    .of('AWS::IAM::Policy')
    .map(({ properties }) => v.parse(policy, resolve(properties)));
  return template.functions().map(({ id, name, properties }) => {
    const [roleId] = v.parse(role, properties.Role)['Fn::GetAtt'];
    v.parse(roleProperties, template.resources[roleId]?.Properties);
    const statements = policies
      .filter(({ Roles }) => Roles.includes(roleId))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    return { name, id, statements };
  });
}

/** As the local cloud names its resources. */
function physicalOf(id: string, type: string): Physical {
  const named = (service: string, path: string): Physical => {
    const arn = `arn:aws:${service}:${REGION}:${ACCOUNT}:${path}${id}`;
    return { ref: id, attributes: { Arn: arn, Name: id } };
  };
  switch (type) {
    case 'AWS::DynamoDB::Table':
      return named('dynamodb', 'table/');
    case 'AWS::SQS::Queue':
      return { ref: id, attributes: { Arn: queueArn(id), QueueName: id } };
    case 'AWS::S3::Bucket':
      return { ref: id.toLowerCase(), attributes: { Arn: `arn:aws:s3:::${id.toLowerCase()}` } };
    case 'AWS::StepFunctions::StateMachine': {
      const machine = named('states', 'stateMachine:');
      return { ...machine, ref: machine.attributes.Arn ?? '' };
    }
    default:
      return named('local', `${type}/`);
  }
}
