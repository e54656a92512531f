// The statements of each function's role on the local cloud: the policies of its template, with the ARNs of calls
// there.
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
/** Refuses managed policies: the template does not have their statements. */
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

/** Reads the roles of all functions. `template`: as synthesized. Throws on a policy outside its role. */
export function readFunctionRoles(template: unknown): FunctionRole[] {
  const resources = Object.entries(parseTemplate(template).Resources);
  const resolve = createResolver(new Map(resources.map(([id, { Type }]) => [id, createPhysical(id, Type)])));
  // Such a policy would add statements that are not read here.
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

/** Name and attributes of a resource as on the local cloud. */
function createPhysical(id: string, type: string): Physical {
  const createNamed = (service: string, path: string): Physical => {
    const arn = `arn:aws:${service}:${REGION}:${ACCOUNT}:${path}${id}`;
    return { ref: id, attributes: { Arn: arn, Name: id } };
  };
  switch (type) {
    case 'AWS::DynamoDB::Table':
      return createNamed('dynamodb', 'table/');
    case 'AWS::KMS::Key':
      return { ref: id, attributes: { Arn: toKeyArn(id) } };
    case 'AWS::SQS::Queue':
      return { ref: id, attributes: { Arn: queueArn(id), QueueName: id } };
    case 'AWS::S3::Bucket':
      return { ref: id.toLowerCase(), attributes: { Arn: `arn:aws:s3:::${id.toLowerCase()}` } };
    case 'AWS::StepFunctions::StateMachine': {
      const machine = createNamed('states', 'stateMachine:');
      return { ...machine, ref: machine.attributes.Arn ?? '' };
    }
    default:
      return createNamed('local', `${type}/`);
  }
}
