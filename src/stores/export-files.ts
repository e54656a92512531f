// Files of exports in S3: `exports/<account>/<report_id>/<export_id>.<format>`, deleted by a lifecycle rule after
// EXPORT_DAYS days, or earlier by an erasure.
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ExportFormat } from '../contract/exports.ts';
import type { ExportItem } from './export-item.ts';
import { upload } from './upload.ts';

type ExportFile = Pick<
  ExportItem,
  'account_id' | 'report_id' | 'export_id' | 'report_type' | 'what' | 'format'
>;

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};
/** Parquet compresses its pages itself. */
const GZIPPED: ReadonlySet<ExportFormat> = new Set(['csv', 'ndjson']);
const LEVEL = 3;

export function createExportFiles(s3: S3Client, bucketName: string) {
  const objectOf = ({ account_id, report_id, export_id, format }: ExportFile) => ({
    Bucket: bucketName,
    Key: `exports/${account_id}/${report_id}/${export_id}.${format}`,
  });

  return {
    /** Replaces what an earlier attempt has written. Returns the size of the file in bytes. */
    put(file: ExportFile, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
      const { report_type, what, report_id, format } = file;
      const isGzipped = GZIPPED.has(format);
      const object = {
        ...objectOf(file),
        ContentType: MEDIA_TYPES[format],
        ContentDisposition: `attachment; filename="${report_type.toLowerCase()}-${what}-${report_id}.${format}"`,
        ...(isGzipped && { ContentEncoding: 'gzip' }),
      };
      return upload(
        s3,
        object,
        isGzipped ? Readable.from(pieces).compose(createGzip({ level: LEVEL })) : pieces,
      );
    },

    /** An address that needs no key. */
    address: (file: ExportFile, seconds: number): Promise<string> =>
      getSignedUrl(s3, new GetObjectCommand(objectOf(file)), { expiresIn: seconds }),

    /** Does nothing if there is none. */
    async remove(file: ExportFile): Promise<void> {
      await s3.send(new DeleteObjectCommand(objectOf(file)));
    },
  };
}
export type ExportFiles = ReturnType<typeof createExportFiles>;
