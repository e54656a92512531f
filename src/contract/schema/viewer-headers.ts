// What CloudFront tells the API of a request that came through it (lib/edge): who asked, and at which address. Only requests
// to a stage whose name nobody else knows are believed: src/http/through-edge.ts.

export const VIEWER_ADDRESS = 'x-viewer-address';
export const VIEWER_HOST = 'x-viewer-host';
