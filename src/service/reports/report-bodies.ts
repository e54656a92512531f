// Finished report bodies in S3, as gzipped JSON: `reports/<account>/<report_id>.json.gz`. A body is written before its
// report is marked as finished, so a finished report always has its body.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { waitWithJitter } from '../aws/dynamodb-errors.ts';
import type { ReportKey } from './report-item.ts';

/**
 * `companion`: stored beside the body for comparison with the next report, in the format of the report's
 * type.
 */
export const BODY_STAGES = ['computed', 'final', 'companion'] as const;
export type BodyStage = (typeof BODY_STAGES)[number];

const MAX_CONFLICTS = 5;

export function createReportBodies(s3: S3Client, bucketName: string) {
  /** The draft, without insights, is stored separately, so that a retried step starts from the same input. */
  const toObjectKey = ({ accountId, reportId }: ReportKey, stage: BodyStage): string => {
    // The first companions were the members of RFM segments: stored ones keep their place.
    if (stage === 'companion') return `members/${accountId}/${reportId}.bin.gz`;
    return `${stage === 'final' ? 'reports' : 'drafts'}/${accountId}/${reportId}.json.gz`;
  };

  async function put(
    key: ReportKey,
    stage: BodyStage,
    gzipped: Uint8Array,
    condition: { readonly IfNoneMatch?: '*' },
  ): Promise<void> {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucketName,
        Key: toObjectKey(key, stage),
        Body: gzipped,
        ContentType: stage === 'companion' ? 'application/octet-stream' : 'application/json',
        ContentEncoding: 'gzip',
        ...condition,
      }),
    );
  }

  return {
    async put(key: ReportKey, stage: BodyStage, gzipped: Uint8Array): Promise<void> {
      await put(key, stage, gzipped, {});
    },

    /** Returns false if an object exists already: the first write wins. */
    async putOnce(key: ReportKey, stage: BodyStage, gzipped: Uint8Array): Promise<boolean> {
      for (let attempt = 0; ; attempt++) {
        try {
          await put(key, stage, gzipped, { IfNoneMatch: '*' });
          return true;
        } catch (error) {
          if (!(error instanceof S3ServiceException)) throw error;
          if (error.name === 'PreconditionFailed') return false;
          // Another write of the same object is in progress.
          if (error.name !== 'ConditionalRequestConflict' || attempt === MAX_CONFLICTS) throw error;
          await waitWithJitter(attempt);
        }
      }
    },

    /** Does nothing if the object does not exist. */
    async remove(key: ReportKey, stage: BodyStage): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key: toObjectKey(key, stage) }));
    },

    /** Like `get`, but returns undefined if nothing was stored or it has expired. */
    async find(key: ReportKey, stage: BodyStage): Promise<Uint8Array | undefined> {
      try {
        return await this.get(key, stage);
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Gzipped, as stored. */
    async get(key: ReportKey, stage: BodyStage): Promise<Uint8Array> {
      const { Body } = await s3.send(
        new GetObjectCommand({ Bucket: bucketName, Key: toObjectKey(key, stage) }),
      );
      if (Body === undefined) throw new Error(`report ${key.reportId} has no body`);
      return Body.transformToByteArray();
    },
  };
}
export type ReportBodies = ReturnType<typeof createReportBodies>;
