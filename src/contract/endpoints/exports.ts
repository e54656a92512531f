// Exports of reports, and of a dataset's orders: POST and GET /reports/{id}/exports and /datasets/{slug}/exports, and
// GET below them with an export_id.

import { EXPORT_REFUSALS, ORDER_EXPORT_REFUSALS } from '../errors/refusals.ts';
import { EXPORTABLE } from '../report-types/report-types.ts';
import {
  createOrderExportRequest,
  listOrderExportsQuery,
  listOrderExportsResponse,
  orderExport,
  orderExportPath,
  orderExportsPath,
} from '../resources/orders/order-exports.ts';
import {
  createExportRequest,
  exportPath,
  exportsPath,
  listExportsQuery,
  listExportsResponse,
  reportExport,
} from '../resources/reports/exports.ts';
import { MAX_EXPORTS_IN_PROGRESS } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { create, read } = defineOperations('Reports');

export const EXPORT_OPERATIONS = [
  create('createExport', '/reports/{id}/exports', {
    summary: 'Export a report',
    description: `Writes a list of a finished report to a file: ${EXPORTABLE.join(', ')}. Asynchronous: read the export until it is Completed, then download the file. At most ${MAX_EXPORTS_IN_PROGRESS} exports of an account are in progress at once.`,
    pathParameters: exportsPath,
    body: createExportRequest,
    headers: ['Content-Encoding'],
    answer: { status: 202, description: 'Started.', body: reportExport },
    refusals: EXPORT_REFUSALS,
  }),
  read('listExports', '/reports/{id}/exports', {
    summary: "List a report's exports",
    description: 'Newest first, without download addresses.',
    pathParameters: exportsPath,
    query: listExportsQuery,
    answer: { description: 'The exports.', body: listExportsResponse },
  }),
  read('getExport', '/reports/{id}/exports/{export_id}', {
    summary: 'Read an export',
    description:
      'Its status and, when it is Completed, an address to download the file from. While it is in progress, `Retry-After` says when to read again; `Prefer: wait=20` holds the response until it has ended. A file with a customer is deleted, and its export a 404, when the customer is erased.',
    pathParameters: exportPath,
    headers: ['Prefer'],
    answer: {
      description: 'The export.',
      body: reportExport,
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
  }),
] as const;

const orders = defineOperations('Datasets');

export const createOrderExport = orders.create('createOrderExport', '/datasets/{slug}/exports', {
  summary: 'Export the orders of a dataset',
  description: `Writes the line items of a dataset to files, one row a line item, ascending by order date and order id, without customers who are being erased. Asynchronous: read the export until it is Completed, then download the files. It counts against the plan's exports of orders and their bytes in the month. At most ${MAX_EXPORTS_IN_PROGRESS} exports of an account, with those of reports, are in progress at once.`,
  pathParameters: orderExportsPath,
  body: createOrderExportRequest,
  headers: ['Content-Encoding'],
  answer: { status: 202, description: 'Started.', body: orderExport },
  refusals: ORDER_EXPORT_REFUSALS,
});

export const getOrderExport = orders.read('getOrderExport', '/datasets/{slug}/exports/{export_id}', {
  summary: 'Read an export of orders',
  description:
    'Its status and, when it is Completed, its files with addresses to download them from. While it is in progress, `Retry-After` says when to read again; `Prefer: wait=20` holds the response until it has ended. When a customer of the dataset is erased, the files are deleted, and the export is a 404.',
  pathParameters: orderExportPath,
  headers: ['Prefer'],
  answer: {
    description: 'The export.',
    body: orderExport,
    maybeHeaders: ['Retry-After', 'Preference-Applied'],
  },
});

export const ORDER_EXPORT_OPERATIONS = [
  createOrderExport,
  orders.read('listOrderExports', '/datasets/{slug}/exports', {
    summary: "List exports of a dataset's orders",
    description: 'Newest first, without download addresses.',
    pathParameters: orderExportsPath,
    query: listOrderExportsQuery,
    answer: { description: 'The exports.', body: listOrderExportsResponse },
  }),
  getOrderExport,
] as const;
