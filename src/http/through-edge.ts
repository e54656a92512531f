// A request that came through CloudFront (lib/edge), as if it had come directly: the caller's address instead of
// CloudFront's, the host that the caller asked, and the path without the stage. CloudFront alone knows the stage's name; a request to
// the stage `$default` is somebody else's, whatever its headers say.
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
    rawPath: withoutStage(stage, rawPath),
    requestContext: {
      ...requestContext,
      stage: OPEN_STAGE,
      domainName: headers[VIEWER_HOST] ?? domainName,
      http: {
        ...http,
        path: withoutStage(stage, http.path),
        sourceIp: headers[VIEWER_ADDRESS] ?? http.sourceIp,
      },
    },
  };
}

/** The first middleware of every endpoint. */
export function readEdge(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: (request) => {
      request.event = unwrapEdge(request.event);
    },
  };
}

function withoutStage(stage: string, path: string): string {
  const prefix = `/${stage}`;
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) || '/' : path;
}
