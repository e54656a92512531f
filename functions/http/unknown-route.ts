// The default route: requests that match no operation. They count against the rate limit like all others. A
// known path with another method is a 405; with an extra slash, a read is redirected and a write is a 404,
// since URL parsers make `/a/` of `/a/..`. Everything else is a 404. The route also answers the preflights of
// pages that may use the whole API.
import { MethodNotAllowedError, NotFoundError } from '../../src/contract/errors/errors.ts';
import { answerPreflights } from '../../src/http/admission/cross-origin.ts';
import type { Answer, ApiEvent } from '../../src/http/call.ts';
import { defineDefaultRoute } from '../../src/http/endpoint.ts';
import { createMethodLookup } from '../../src/http/methods-in.ts';
import { wireEndpoint } from '../../src/http/wire.ts';
import { ENVIRONMENT } from '../../src/service/wiring/environment.ts';
import { readRoutes } from '../../src/service/wiring/packaged-files.ts';

const { admission, environment } = wireEndpoint(ENVIRONMENT.unknownRoute);
const methodsAt = createMethodLookup(Object.keys(readRoutes(import.meta.dirname)));

async function answerUnknownRoute({ requestContext, rawQueryString }: ApiEvent): Promise<Answer> {
  const { method, path } = requestContext.http;
  const allowed = methodsAt(path);
  if (allowed.length > 0) throw new MethodNotAllowedError(method, path, allowed);
  const withoutSlash = path.replace(/\/+$/, '');
  if (withoutSlash === path || methodsAt(withoutSlash).length === 0) {
    throw new NotFoundError(`No such endpoint: ${method} ${path}`);
  }
  if (method !== 'GET' && method !== 'HEAD') {
    throw new NotFoundError(
      `No such endpoint: ${method} ${path}. A write is never redirected: the address without the slash is ${withoutSlash}, and an id is missing if it was to have one`,
    );
  }
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
  // API Gateway has decoded the path, and a header holds neither control characters nor letters beyond Latin.
  const location = withoutSlash.split('/').map(encodeURIComponent).join('/');
  return { statusCode: 308, headers: { Location: `${location}${query}` } };
}

export const handler = answerPreflights(
  { origins: environment.CORS_ORIGINS, methodsAt },
  defineDefaultRoute(admission, answerUnknownRoute),
);
