// Files of the table of a dataset, one a month: `tables/account=…/dataset=…/month=…/lines.parquet`. A file is replaced
// as a whole and only if it is the one that was listed before: a reader gets the file of one refresh, and a late run
// replaces nothing newer. `_manifest.json` beside them, whose name readers of such folders ignore, lists the files.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { OwnError } from '../../../contract/errors/errors.ts';
import { upload } from '../../aws/upload.ts';
import type { DatasetRef } from '../../orders/orders.ts';

/** Raised by a change of the files: the next refresh writes all of them. */
const MANIFEST_VERSION = 1;
/** As Hive, Spark, Athena and DuckDB name the folder of a missing value. */
export const NO_MONTH = '__HIVE_DEFAULT_PARTITION__';

export const tableFile = v.object({
  rows: v.number(),
  bytes: v.number(),
  /** A digest of the orders in the file. */
  digest: v.string(),
  etag: v.string(),
});
export type TableFile = v.InferOutput<typeof tableFile>;

const tableManifest = v.object({
  version: v.literal(MANIFEST_VERSION),
  /** ISO timestamp: the files hold all orders that were stored by then. */
  as_of: v.string(),
  /** By month, YYYY-MM. */
  months: v.record(v.string(), tableFile),
});
export type TableManifest = v.InferOutput<typeof tableManifest>;

/** The file was written, or deleted, by another run since it was listed. */
export class TableFileReplacedError extends OwnError {
  override readonly name = 'TableFileReplacedError';
}

const REPLACED: ReadonlySet<string> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'NoSuchKey',
]);
const FILE = 'lines.parquet';

export function createTableFiles(s3: S3Client, Bucket: string) {
  const toFolder = ({ accountId, datasetId }: DatasetRef): string =>
    `tables/account=${accountId}/dataset=${datasetId}/`;
  const toKey = (dataset: DatasetRef, month: string): string => `${toFolder(dataset)}month=${month}/${FILE}`;
  const toManifestKey = (dataset: DatasetRef): string => `${toFolder(dataset)}_manifest.json`;

  return {
    /** The version of each file, by month. */
    async list(dataset: DatasetRef): Promise<ReadonlyMap<string, string>> {
      const Prefix = `${toFolder(dataset)}month=`;
      const found = new Map<string, string>();
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix }))
        for (const { Key = '', ETag = '' } of Contents)
          found.set(Key.slice(Prefix.length, -FILE.length - 1), ETag);
      return found;
    },

    /** Undefined if there is none, or one of another version. */
    async readManifest(dataset: DatasetRef): Promise<TableManifest | undefined> {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: toManifestKey(dataset) }));
        const read = v.safeParse(tableManifest, JSON.parse((await Body?.transformToString()) ?? 'null'));
        return read.success ? read.output : undefined;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async writeManifest(
      dataset: DatasetRef,
      { as_of, months }: Omit<TableManifest, 'version'>,
    ): Promise<void> {
      const manifest: TableManifest = { version: MANIFEST_VERSION, as_of, months };
      const Body = JSON.stringify(manifest);
      const ContentType = 'application/json';
      await s3.send(new PutObjectCommand({ Bucket, Key: toManifestKey(dataset), Body, ContentType }));
    },

    /**
     * Replaces a month's file, or creates it if `before`, its listed version, is undefined. Throws
     * TableFileReplacedError if another version is stored.
     */
    async put(
      dataset: DatasetRef,
      month: string,
      pieces: AsyncIterable<Uint8Array>,
      before: string | undefined,
    ): Promise<Pick<TableFile, 'bytes' | 'etag'>> {
      const object = {
        ...{ Bucket, Key: toKey(dataset, month), ContentType: 'application/vnd.apache.parquet' },
        ...(before === undefined ? { IfNoneMatch: '*' } : { IfMatch: before }),
      };
      try {
        return await upload(s3, object, pieces);
      } catch (error) {
        const isReplaced = error instanceof S3ServiceException && REPLACED.has(error.name);
        throw isReplaced ? new TableFileReplacedError(`the file of ${month} was replaced`) : error;
      }
    },

    async remove(dataset: DatasetRef, months: Iterable<string>): Promise<void> {
      for (const month of months)
        await s3.send(new DeleteObjectCommand({ Bucket, Key: toKey(dataset, month) }));
    },

    async removeManifest(dataset: DatasetRef): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: toManifestKey(dataset) }));
    },
  };
}
export type TableFiles = ReturnType<typeof createTableFiles>;
