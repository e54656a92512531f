// node:http for the functions' bundles. Importing it as an ES module reads every name that it exports, and
// reading WebSocket loads all of undici: 25 ms of a cold start on a fast processor. This module reads only
// the names in use.
const http = process.getBuiltinModule('node:http');

export default http;
export const { Agent, request, STATUS_CODES } = http;
