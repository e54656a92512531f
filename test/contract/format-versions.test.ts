// Messages and drafts written by another version are refused, with the versions found and expected.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chunkMessage } from '../../src/contract/messages/chunk-message.ts';
import { CHUNK_VERSION, STATE_VERSION } from '../../src/contract/messages/format-versions.ts';
import { state } from '../../src/contract/messages/states.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { readDraft } from '../../src/service/reports/report-body.ts';

describe('data of another version', () => {
  const input = { account_id: 'a', report_id: 'r', report_type: 'MBA' };
  const publish = state('PublishReport', async () => ({}));

  it.each([STATE_VERSION - 1, STATE_VERSION + 1])(
    'is refused as the state of a workflow (version %s)',
    async (version) => {
      await expect(publish({ ...input, version })).rejects.toMatchObject({
        name: 'StateVersionError',
        message: expect.stringContaining(`state of a workflow: expected version ${STATE_VERSION}, got `),
      });
      await expect(publish({ ...input, version: STATE_VERSION })).resolves.toEqual({
        version: STATE_VERSION,
      });
    },
  );

  it('is accepted as the state of a failed workflow', async () => {
    const error = { Error: 'StateVersionError', Cause: '' };
    const fail = state('FailReport', async () => ({}));
    await expect(fail({ ...input, version: 7, error })).resolves.toEqual({ version: STATE_VERSION });
  });

  it('is refused as a chunk', () => {
    expect(() => parseRequest(chunkMessage, { version: CHUNK_VERSION + 1 })).toThrow(
      `chunk: expected version ${CHUNK_VERSION}, got ${CHUNK_VERSION + 1}`,
    );
  });

  it('is refused as a draft of a report', async () => {
    const bodies = { get: async () => gzipSync(JSON.stringify({ version: 7 })) };
    const report = { ...input, report_type: 'MBA' as const };
    await expect(readDraft(bodies, report)).rejects.toThrow('draft of a report: expected version 1, got 7');
  });
});
