// Describes a call of an AWS API in terms of IAM: the action and the ARN that a policy must allow.
import * as v from 'valibot';

export const recordedCall = v.object({
  action: v.string(),
  resource: v.string(),
  /** Values of condition keys. */
  context: v.optional(v.record(v.string(), v.string())),
});
export type RecordedCall = v.InferOutput<typeof recordedCall>;

export interface SignedCall {
  /** The name of the service as in the signature: dynamodb, sqs, s3, states, kms, ses. */
  readonly service: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The operation of the JSON protocols: `DynamoDB_20120810.GetItem`. */
  readonly operation: string;
  /** The body of the JSON protocols. */
  readonly body: string;
}

const input = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const tables = v.record(v.string(), v.unknown());
const transaction = v.array(v.record(v.string(), v.object({ TableName: v.string() })));
const sentMail = v.object({ FromEmailAddress: v.string(), ConfigurationSetName: v.string() });
const WRITES: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};
const S3_METHODS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
  // An upload in parts: starts or completes it.
  POST: 's3:PutObject',
};

/** A transaction counts as several calls in IAM. `owner`: region and account, as in an ARN. */
export function toRecordedCalls(
  { service, method, path, operation, body }: SignedCall,
  owner: string,
): RecordedCall[] {
  const name = operation.slice(operation.indexOf('.') + 1);
  if (service === 's3') return [toS3Call(method, path)];
  const request = v.parse(input, body);
  const getText = (field: string): string => v.parse(v.string(), request[field]);
  if (service === 'sqs') {
    const queue = new URL(getText('QueueUrl')).pathname.split('/').at(-1);
    return [{ action: `sqs:${name.replace(/Batch$/, '')}`, resource: `arn:aws:sqs:${owner}:${queue}` }];
  }
  if (service === 'states') {
    const resource = v.parse(v.string(), request.stateMachineArn ?? request.executionArn);
    return [{ action: `states:${name}`, resource }];
  }
  if (service === 'kms') return [{ action: `kms:${name}`, resource: getText('KeyId') }];
  if (service === 'ses') return toMailCalls(request, owner);
  if (service !== 'dynamodb') throw new Error(`no rule says what ${service} ${name} needs`);
  const onTable = (action: string, table: string): RecordedCall => ({
    action: `dynamodb:${action}`,
    resource: `arn:aws:dynamodb:${owner}:table/${table}`,
  });
  if (name === 'TransactWriteItems' || name === 'TransactGetItems') {
    return v
      .parse(transaction, request.TransactItems)
      .flatMap((item) =>
        Object.entries(item).map(([kind, { TableName }]) => onTable(WRITES[kind] ?? kind, TableName)),
      );
  }
  if (request.RequestItems !== undefined)
    return Object.keys(v.parse(tables, request.RequestItems)).map((table) => onTable(name, table));
  const index = request.IndexName === undefined ? '' : `/index/${getText('IndexName')}`;
  return [onTable(name, `${getText('TableName')}${index}`)];
}

/** SES checks the identity of the sender, and the configuration set. */
function toMailCalls(request: unknown, owner: string): RecordedCall[] {
  const { FromEmailAddress, ConfigurationSetName } = v.parse(sentMail, request);
  const address = FromEmailAddress.replace(/^.*<(.+)>$/, '$1');
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return [`identity/${domain}`, `configuration-set/${ConfigurationSetName}`].map((name) => ({
    action: 'ses:SendEmail',
    resource: `arn:aws:ses:${owner}:${name}`,
    context: { 'ses:FromAddress': address },
  }));
}

/**
 * Reads path-style requests, which the local engine uses. Keeps only the folder of a key, because policies are not more
 * specific.
 */
function toS3Call(method: string, path: string): RecordedCall {
  const [, bucket = '', folder, ...rest] = path.replace(/\?.*$/, '').split('/');
  if (folder === undefined || folder === '') {
    if (method !== 'GET') throw new Error(`no rule says what ${method} of a bucket needs`);
    return { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` };
  }
  const aborts = method === 'DELETE' && path.includes('uploadId=');
  const action = aborts ? 's3:AbortMultipartUpload' : S3_METHODS[method];
  if (action === undefined) throw new Error(`no rule says what ${method} of an object needs`);
  const key = rest.length === 0 ? folder : `${folder}/key`;
  return { action, resource: `arn:aws:s3:::${bucket}/${key}` };
}
