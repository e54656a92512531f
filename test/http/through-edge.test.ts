// Requests through CloudFront: its headers on the caller are trusted, those of any other sender are ignored.
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { VIEWER_FUNCTION } from '../../lib/edge/edge.ts';
import { type ApiEvent, getBaseUrl } from '../../src/http/call.ts';
import { unwrapEdge } from '../../src/http/through-edge.ts';
import { createApiEvent as plainEvent } from '../../tools/harness/api-event.ts';

const STAGE = '0f9c8f60-5a3c-11f0-9f3e-0a58a9feac02';
const CALLER = '198.51.100.7';
const PATH = '/api/v1/reports';

function createEvent(headers: Readonly<Record<string, string>>): ApiEvent {
  const event = plainEvent('', undefined, headers);
  const { requestContext: context } = event;
  const http = { ...context.http, path: PATH };
  return { ...event, rawPath: PATH, requestContext: { ...context, http } };
}

/** The event of a request from CloudFront, as API Gateway passes it on. */
function toStageEvent(event: ApiEvent, stage: string): ApiEvent {
  const { requestContext: context } = event;
  return {
    ...event,
    rawPath: `/${stage}${event.rawPath}`,
    requestContext: { ...context, stage, http: { ...context.http, path: `/${stage}${context.http.path}` } },
  };
}

/** Runs the deployed code of the CloudFront function. Returns the headers of the changed request. */
function runViewerFunction(headers: Readonly<Record<string, string>>): Record<string, string> {
  const request = {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
  };
  const event = { viewer: { ip: CALLER }, request };
  const changed: typeof request = runInNewContext(`${VIEWER_FUNCTION}; handler(event)`, { event });
  return Object.fromEntries(Object.entries(changed.headers).map(([name, { value }]) => [name, value]));
}

it('gives an event through CloudFront the address of its caller, the public host and the path of the API', () => {
  const headers = runViewerFunction({ host: 'd111.cloudfront.net', accept: '*/*' });
  const event = unwrapEdge(toStageEvent(createEvent(headers), STAGE));
  expect(event.rawPath).toBe(PATH);
  expect(event.requestContext.http).toMatchObject({ path: PATH, sourceIp: CALLER });
  expect(getBaseUrl(event)).toBe('https://d111.cloudfront.net/api/v1');
  expect(unwrapEdge(event)).toBe(event);
});

it('replaces the viewer headers that a caller sends', () => {
  const headers = runViewerFunction({
    host: 'd111.cloudfront.net',
    'x-viewer-address': '10.0.0.1',
    'x-viewer-host': 'evil',
  });
  expect(headers).toMatchObject({ 'x-viewer-address': CALLER, 'x-viewer-host': 'd111.cloudfront.net' });
});

it('ignores the viewer headers of a request that is sent to the API directly', () => {
  const headers = { host: 'api.example.com', 'x-viewer-address': '10.0.0.1', 'x-viewer-host': 'evil' };
  const event = createEvent(headers);
  expect(event.requestContext.stage).toBe('$default');
  expect(unwrapEdge(event)).toBe(event);
});
