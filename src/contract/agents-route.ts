// Where agents call tools. It speaks the Model Context Protocol, which describes its own messages: it is no operation of the
// API, but its tools are made from operations.
import { BASE_PATH } from './operation.ts';

export const AGENTS_PATH = `${BASE_PATH}/mcp`;

/** Of the connection, so that the person who sets it up decides, and no model. Lower case, as functions read it. */
export const CUSTOMER_IDS_HEADER = 'x-customer-ids';
