// S3's conditional write: PutObject with If-None-Match is refused if the object exists. The local engine ignores the
// header, so the drills enforce it, within the call's turn.
import {
  HeadObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { outOfTurn } from './faults.ts';

const REFUSAL = {
  name: 'PreconditionFailed',
  $fault: 'client',
  $metadata: { httpStatusCode: 412 },
  message: 'At least one of the pre-conditions you specified did not hold',
} as const;

export function refuseSecondPuts(s3: S3Client): void {
  s3.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { input } = args;
        if (commandName === 'PutObjectCommand' && isConditional(input) && (await isThere(s3, input)))
          throw new S3ServiceException(REFUSAL);
        return next(args);
      },
    { step: 'initialize', name: 'putOnce', priority: 'low' },
  );
}

function isConditional(input: object): input is PutObjectCommandInput {
  return 'IfNoneMatch' in input;
}

async function isThere(s3: S3Client, { Bucket, Key }: PutObjectCommandInput): Promise<boolean> {
  try {
    await outOfTurn(() => s3.send(new HeadObjectCommand({ Bucket, Key })));
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  }
}
