// Files of exports in S3: `exports/<account>/<source>/<export_id>/<name>.<format>`, deleted by a lifecycle
// rule after EXPORT_DAYS days, or earlier by an erasure. Every run writes files of its own, and the export
// names those of one: a late run can neither replace the current files nor restore a customer who was erased
// since it read the source.
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ExportFormat } from '../../contract/resources/reports/exports.ts';
import { upload } from '../aws/upload.ts';
import { type ExportItem, type ExportRef, toExportRef } from './exports.ts';

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};
/** Parquet compresses its pages itself. */
const GZIPPED: ReadonlySet<ExportFormat> = new Set(['csv', 'ndjson']);
const LEVEL = 3;

export function createExportFiles(s3: S3Client, bucketName: string) {
  const toPrefix = ({ accountId, source, exportId }: ExportRef): string =>
    `exports/${accountId}/${source}/${exportId}/`;
  const locateObject = (item: ExportItem, name: string) => ({
    Bucket: bucketName,
    Key: `${toPrefix(toExportRef(item))}${name}.${item.format}`,
  });

  return {
    /** Returns the size of the file in bytes. */
    async put(
      item: ExportItem,
      name: string,
      pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    ): Promise<number> {
      const { format } = item;
      const isGzipped = GZIPPED.has(format);
      const shown =
        'contact' in item
          ? `orders-${item.dataset_id}-${name}`
          : `${item.report_type.toLowerCase()}-${item.what}-${item.report_id}`;
      const object = {
        ...locateObject(item, name),
        ContentType: MEDIA_TYPES[format],
        ContentDisposition: `attachment; filename="${shown}.${format}"`,
        ...(isGzipped && { ContentEncoding: 'gzip' }),
      };
      const { bytes } = await upload(
        s3,
        object,
        isGzipped ? Readable.from(pieces).compose(createGzip({ level: LEVEL })) : pieces,
      );
      return bytes;
    },

    /** An address that requires no key. */
    address: (item: ExportItem, name: string, seconds: number): Promise<string> =>
      getSignedUrl(s3, new GetObjectCommand(locateObject(item, name)), { expiresIn: seconds }),

    /** Deletes all other files. */
    async keepOnly(ref: ExportRef, names: readonly string[]): Promise<void> {
      const kept = names.map((name) => `${toPrefix(ref)}${name}.`);
      const written = { Bucket: bucketName, Prefix: toPrefix(ref) };
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, written)) {
        for (const { Key = '' } of Contents) {
          const isKept = kept.some((beginning) => Key.startsWith(beginning));
          if (!isKept) await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key }));
        }
      }
    },
  };
}
export type ExportFiles = ReturnType<typeof createExportFiles>;
