// Every tool, in the order in which an agent meets them. Each is made from operations of the registry.
import type { Operation } from '../contract/operation.ts';
import type { Tool } from './tool.ts';
import {
  listAudiencesTool,
  listCohortsTool,
  listCustomersTool,
  listPeriodsTool,
  listSegmentsTool,
} from './tools/customers.ts';
import { exportOrdersTool, getUsageTool, listDatasetsTool } from './tools/datasets.ts';
import { listFindingsTool, reportChangesTool } from './tools/findings.ts';
import { getProductProfileTool, listRulesTool, recommendTool } from './tools/products.ts';
import { cancelReportTool, createReportTool, getReportTool, listReportsTool } from './tools/reports.ts';
import { listSourcesTool } from './tools/sources.ts';

export const TOOLS: readonly Tool[] = [
  listDatasetsTool,
  listReportsTool,
  createReportTool,
  getReportTool,
  cancelReportTool,
  listFindingsTool,
  listRulesTool,
  getProductProfileTool,
  recommendTool,
  listSegmentsTool,
  listCohortsTool,
  listPeriodsTool,
  listCustomersTool,
  reportChangesTool,
  listAudiencesTool,
  exportOrdersTool,
  listSourcesTool,
  getUsageTool,
];

/**
 * Tools for reports of an order file, which are computed at once. An order file has no audiences, and its reports have
 * no earlier ones.
 */
export function listTools(has: (operation: Operation) => boolean): readonly Tool[] {
  return TOOLS.filter((tool) => tool !== reportChangesTool && tool.operations.every(has));
}
