// Headers that CloudFront adds to a request (lib/edge): the viewer's address and the requested host. The API accepts
// them only on a stage with a secret name: src/http/through-edge.ts.

export const VIEWER_ADDRESS = 'x-viewer-address';
export const VIEWER_HOST = 'x-viewer-host';
