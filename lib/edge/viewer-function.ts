// The CloudFront function in front of the API: tells it who asked, and at which address. Whatever a caller sends under these names is
// replaced.
import { VIEWER_ADDRESS, VIEWER_HOST } from '../../src/schema/viewer-headers.ts';

/** For CloudFront's own engine: ES 5 with some more, nothing imported. */
export const VIEWER_FUNCTION = `function handler(event) {
  var request = event.request;
  request.headers['${VIEWER_ADDRESS}'] = { value: event.viewer.ip };
  request.headers['${VIEWER_HOST}'] = { value: request.headers.host.value };
  return request;
}
`;
