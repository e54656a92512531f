// The time that a language model has for its answer.
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { createInsightModel } from '../../../src/stores/reports/insight-model.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('is ten seconds', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('time is up')));
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  const asked = createInsightModel('model', client).ask({ instructions: '', text: '', schema: {} });
  await expect(asked).rejects.toThrow();
  expect(limit).toHaveBeenCalledWith(10_000);
});
