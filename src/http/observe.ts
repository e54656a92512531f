// Publishes the metrics of a request and names the request in its log lines, whatever the outcome.
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
