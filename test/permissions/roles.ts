// What each function's role may do on the local cloud: the policies of its template, with the ARNs that calls have there.
import * as v from 'valibot';
import { toKeyArn } from '../../apps/local-cloud/engines/keys.ts';
import { queueArn } from '../../apps/local-cloud/engines/queues-and-buckets.ts';
import {
  ACCOUNT,
  createResolver,
  type Physical,
  parseTemplate,
  REGION,
} from '../../apps/local-cloud/template.ts';
import { type Statement, statement } from './policy.ts';

const role = v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) });
const functionProperties = v.object({ Role: role });
/** Policies that are not written in the template are not decided here. */
const roleProperties = v.object({
  ManagedPolicyArns: v.optional(v.tuple([])),
  Policies: v.array(v.object({ PolicyDocument: v.object({ Statement: v.array(statement) }) })),
});

export interface FunctionRole {
  /** `HttpSubmitOrders`. */
  readonly name: string;
  /** The function's logical id. */
  readonly id: string;
  readonly statements: readonly Statement[];
}

/** `template`: as synthesized. */
export function functionRoles(template: unknown): FunctionRole[] {
  const resources = Object.entries(parseTemplate(template).Resources);
  const resolve = createResolver(new Map(resources.map(([id, { Type }]) => [id, physicalOf(id, Type)])));
  // It would add to what is read of the role.
  if (resources.some(([, { Type }]) => Type === 'AWS::IAM::Policy'))
    throw new Error('a policy outside its role');
  return resources
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id, { Properties }]) => {
      const [roleId] = v.parse(functionProperties, Properties).Role['Fn::GetAtt'];
      const found = resources.find(([other]) => other === roleId)?.[1];
      const { Policies } = v.parse(roleProperties, resolve(found?.Properties));
      const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return { name: id.replace(/Function[0-9A-F]{8}$/, ''), id, statements };
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
    case 'AWS::KMS::Key':
      return { ref: id, attributes: { Arn: toKeyArn(id) } };
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
