// HEAD is answered as GET is, without the body: https://www.rfc-editor.org/rfc/rfc9110#name-head
import type { MiddlewareObj } from '@middy/core';
import type { Answer, ApiEvent } from './call.ts';

export function headAsGet(): MiddlewareObj<ApiEvent, Answer> {
  const withoutBody = (request: { event: ApiEvent; response: Answer | null | undefined }): void => {
    if (request.event.requestContext.http.method !== 'HEAD' || !request.response) return;
    const { body: _, isBase64Encoded: __, ...rest } = request.response;
    request.response = rest;
  };
  return { after: withoutBody, onError: withoutBody };
}
