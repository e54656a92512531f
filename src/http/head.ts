// HEAD is answered as GET is, without the body, whose length it says: https://www.rfc-editor.org/rfc/rfc9110#name-head
import type { MiddlewareObj } from '@middy/core';
import type { Answer, ApiEvent } from './call.ts';

export function headAsGet(): MiddlewareObj<ApiEvent, Answer> {
  const withoutBody = (request: { event: ApiEvent; response: Answer | null | undefined }): void => {
    if (request.event.requestContext.http.method !== 'HEAD' || !request.response) return;
    const { body, isBase64Encoded, ...rest } = request.response;
    const length =
      body === undefined ? undefined : Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
    request.response = {
      ...rest,
      headers: { ...rest.headers, ...(length !== undefined && { 'Content-Length': length }) },
    };
  };
  return { after: withoutBody, onError: withoutBody };
}
