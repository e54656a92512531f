// What a request measured is published and its log lines name it, whatever becomes of it.
import type { MiddlewareObj } from '@middy/core';
import { beginLogging } from '../observability/log.ts';
import { beginMeasuring, publishMeasured } from '../observability/metrics.ts';
import type { Answer, ApiEvent } from './call.ts';

export function observe(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: ({ context }) => {
      beginLogging(context);
      beginMeasuring();
    },
    after: publishMeasured,
    onError: publishMeasured,
  };
}
