// Files of exports in S3: `exports/<account>/<report_id>/<export_id>/<run>.<format>`, deleted by a lifecycle
// rule after EXPORT_DAYS days, or earlier by an erasure. Every run writes a file of its own, and the export
// names one of them: a late run can neither replace the current file nor restore a customer who was erased
// since it read the report.
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
import type { ExportItem } from './exports.ts';

type ExportFile = Pick<
  ExportItem,
  'account_id' | 'report_id' | 'export_id' | 'report_type' | 'what' | 'format'
>;
type ExportName = Pick<ExportItem, 'account_id' | 'report_id' | 'export_id'>;

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};
/** Parquet compresses its pages itself. */
const GZIPPED: ReadonlySet<ExportFormat> = new Set(['csv', 'ndjson']);
const LEVEL = 3;

export function createExportFiles(s3: S3Client, bucketName: string) {
  const toPrefix = ({ account_id, report_id, export_id }: ExportName): string =>
    `exports/${account_id}/${report_id}/${export_id}/`;
  const locateObject = (file: ExportFile, run: string) => ({
    Bucket: bucketName,
    Key: `${toPrefix(file)}${run}.${file.format}`,
  });

  return {
    /** Returns the size of the file in bytes. */
    put(
      file: ExportFile,
      run: string,
      pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    ): Promise<number> {
      const { report_type, what, report_id, format } = file;
      const isGzipped = GZIPPED.has(format);
      const object = {
        ...locateObject(file, run),
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

    /** An address that requires no key. */
    address: (file: ExportFile, run: string, seconds: number): Promise<string> =>
      getSignedUrl(s3, new GetObjectCommand(locateObject(file, run)), { expiresIn: seconds }),

    /** Deletes the files of all other runs; without `run`, of all. */
    async keepOnly(name: ExportName, run: string | undefined): Promise<void> {
      const kept = run === undefined ? undefined : `${toPrefix(name)}${run}.`;
      const written = { Bucket: bucketName, Prefix: toPrefix(name) };
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, written)) {
        for (const { Key = '' } of Contents) {
          const isKept = kept !== undefined && Key.startsWith(kept);
          if (!isKept) await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key }));
        }
      }
    },
  };
}
export type ExportFiles = ReturnType<typeof createExportFiles>;
