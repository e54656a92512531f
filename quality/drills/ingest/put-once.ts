// S3's conditional writes: PutObject with If-None-Match is refused if the object exists, with If-Match if it is not the one
// named. The local engine ignores both headers, so the drills enforce them, within the call's turn.
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
        if (commandName === 'PutObjectCommand' && isConditional(input)) {
          const stored = await storedVersion(s3, input);
          if (input.IfMatch === undefined ? stored !== undefined : stored !== input.IfMatch)
            throw new S3ServiceException(REFUSAL);
        }
        return next(args);
      },
    { step: 'initialize', name: 'putOnce', priority: 'low' },
  );
}

function isConditional(input: object): input is PutObjectCommandInput {
  return 'IfNoneMatch' in input || 'IfMatch' in input;
}

async function storedVersion(
  s3: S3Client,
  { Bucket, Key }: PutObjectCommandInput,
): Promise<string | undefined> {
  try {
    return (await outOfTurn(() => s3.send(new HeadObjectCommand({ Bucket, Key })))).ETag;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}
