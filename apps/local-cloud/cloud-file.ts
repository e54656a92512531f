// `cloud.json` in the data folder holds the address of the running local cloud, where the command line finds it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { isFolderInUse } from './folder-lock.ts';

const cloudFile = v.object({
  url: v.string(),
  endpoints: v.object({ dynamodb: v.string(), sqs: v.string(), s3: v.string(), stepFunctions: v.string() }),
  outputs: v.record(v.string(), v.string()),
});
export type CloudFile = v.InferOutput<typeof cloudFile>;

const joinPath = (dataDir: string): string => join(dataDir, 'cloud.json');

export function writeCloudFile(dataDir: string, file: CloudFile): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(joinPath(dataDir), `${JSON.stringify(file, undefined, 2)}\n`);
}

export function removeCloudFile(dataDir: string): void {
  rmSync(joinPath(dataDir), { force: true });
}

/** Undefined if no local cloud is running on this folder. */
export function readCloudFile(dataDir: string): CloudFile | undefined {
  if (!isFolderInUse(dataDir)) return undefined;
  try {
    return v.parse(cloudFile, JSON.parse(readFileSync(joinPath(dataDir), 'utf8')));
  } catch {
    // The local cloud is starting or stopping.
    return undefined;
  }
}
