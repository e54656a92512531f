// Rewrites a request that came through CloudFront (lib/edge) as if it had come directly: with the caller's
// address instead of CloudFront's, the requested host, and the path without the stage. Only CloudFront uses
// the stage's secret name; headers of a request to the stage `$default` are not trusted.
import type { MiddlewareObj } from '@middy/core';
import { VIEWER_ADDRESS, VIEWER_HOST } from '../contract/schema/viewer-headers.ts';
import type { Answer, ApiEvent } from './call.ts';

/** The stage of an API that has no edge in front of it. */
const OPEN_STAGE = '$default';

export function unwrapEdge(event: ApiEvent): ApiEvent {
  const { headers, rawPath, requestContext } = event;
  const { stage, http, domainName } = requestContext;
  if (stage === OPEN_STAGE) return event;
  return {
    ...event,
    rawPath: removeStage(stage, rawPath),
    requestContext: {
      ...requestContext,
      stage: OPEN_STAGE,
      domainName: headers[VIEWER_HOST] ?? domainName,
      http: {
        ...http,
        path: removeStage(stage, http.path),
        sourceIp: headers[VIEWER_ADDRESS] ?? http.sourceIp,
      },
    },
  };
}

/** Must be the first middleware of every endpoint. */
export function readEdge(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: (request) => {
      request.event = unwrapEdge(request.event);
    },
  };
}

function removeStage(stage: string, path: string): string {
  const prefix = `/${stage}`;
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) || '/' : path;
}
