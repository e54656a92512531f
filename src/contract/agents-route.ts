// Where agents call tools. It speaks the Model Context Protocol, which describes its own messages: it is no operation
// of the API, but its tools are made from operations.
import { BASE_PATH } from './operation.ts';

export const AGENTS_PATH = `${BASE_PATH}/mcp`;

/** A header of the connection, so that its owner decides and not the model. Lower case, as functions read it. */
export const CUSTOMER_IDS_HEADER = 'x-customer-ids';
