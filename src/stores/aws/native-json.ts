// The protocol of DynamoDB and SQS with the largest part of a request written by JSON.stringify. The SDK writes JSON byte
// by byte in JavaScript, guided by the schema of the operation: for a transaction of 80 orders that takes longer than
// merging them, and for a batch of messages longer than writing the messages.
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';

type SerializeRequest = AwsJson1_0Protocol['serializeRequest'];
type Operation = Parameters<SerializeRequest>[0];
type Context = Parameters<SerializeRequest>[2];

/** By operation, the member that is nearly all of a request. The SDK adds the rest, such as the client request token. */
const LARGEST: Readonly<Record<string, string>> = {
  TransactWriteItems: 'TransactItems',
  BatchGetItem: 'RequestItems',
  SendMessageBatch: 'Entries',
};

const TEXT = new TextDecoder();

/** For attributes without bytes, which JSON.stringify would write in another form: tables and messages have none. */
export class NativeJsonProtocol extends AwsJson1_0Protocol {
  override async serializeRequest<Input extends object>(
    operation: Operation,
    input: Input,
    context: Context,
  ): ReturnType<SerializeRequest> {
    const member = LARGEST[operation.name];
    const large: unknown = member === undefined ? undefined : Reflect.get(input, member);
    if (member === undefined || large === undefined) return super.serializeRequest(operation, input, context);
    const request = await super.serializeRequest(operation, { ...input, [member]: undefined }, context);
    const rest = TEXT.decode(request.body);
    request.body = `{"${member}":${JSON.stringify(large)}${rest === '{}' ? '' : ','}${rest.slice(1)}`;
    return request;
  }
}
