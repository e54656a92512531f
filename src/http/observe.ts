// Publishes the metrics of a request, names the request in its log lines, and logs who sent it, whatever the outcome. The
// gateway's access log has no account: its `requestId` is this line's `gateway_request_id`.
import type { MiddlewareObj } from '@middy/core';
import { beginLogging, log } from '../observability/log.ts';
import { beginMeasuring, publishMeasured } from '../observability/metrics.ts';
import type { Answer, ApiEvent } from './call.ts';

export function observe(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: ({ context }) => {
      beginLogging(context);
      beginMeasuring(context);
    },
    after: finish,
    onError: finish,
  };
}

function finish({ event, response }: { event: ApiEvent; response: Answer | null | undefined }): void {
  publishMeasured();
  const { requestId, http } = event.requestContext;
  log('info', 'request', {
    gateway_request_id: requestId,
    route: event.routeKey,
    status: response?.statusCode,
    source_ip: http.sourceIp,
    account_id: event.caller?.accountId,
    key_id: event.author?.key_id,
  });
}
