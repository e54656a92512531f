// `--persons`: the identity rules of a report or a dataset as words, or as JSON like the API's; and `--merge-list` of
// commands that read files.
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { checkMergeList } from '../../../../src/analysis/identity/check-merge-list.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { type IdentityRules, type MergeList, mergeList } from '../../../../src/contract/schema/identity.ts';
import { FileRefusal } from '../../failure.ts';
import type { CliCommand } from '../cli-command.ts';

export const PERSONS_HELP =
  'customer ids that are one person: email, phone, phone:CALLING_CODE such as phone:49, number:FIELD for a custom field with the shop\'s own number, or list for the merge list alone; can be repeated; none counts ids; {"email":{…}} as in the API';

export type Persons = Readonly<Record<string, unknown>> | 'none';

export interface PersonsFlags {
  readonly persons?: Persons;
  readonly mergeList?: string;
}

export function addPersonsOption<C extends CliCommand>(command: C): C {
  return command.option('--persons <rule>', PERSONS_HELP, collectPersons);
}

export function addMergeListOption<C extends CliCommand>(command: C): C {
  return command.option('--merge-list <file>', 'ids that are one person, as JSON of `datasets merges`');
}

/** The rules, checked as by the API, with the merge list. Throws FileRefusal and InvalidRequestError. */
export function readPersonsFlags({ persons, mergeList: path }: PersonsFlags): {
  readonly identity: IdentityRules | undefined;
  readonly merges: MergeList | undefined;
} {
  const identity = persons ?? (path === undefined ? undefined : {});
  const request = parseRequest(createReportRequest, {
    report_type: 'RFM',
    ...(identity !== undefined && { params: { identity } }),
  });
  return {
    identity: resolveReport(request).settings.identity,
    merges: path === undefined ? undefined : readMergeList(path),
  };
}

/** The option can be repeated: rules are added to those before. Throws InvalidArgumentError. */
export function collectPersons(text: string, earlier?: Persons): Persons {
  const rules = parsePersons(text.trim());
  if (earlier === undefined) return rules;
  if (rules === 'none' || earlier === 'none') throw new InvalidArgumentError('none excludes other rules.');
  return { ...earlier, ...rules };
}

/** The fields of orders that the rules name. */
export function listIdentityFields(rules: Persons | undefined): string[] {
  return Object.values(rules === 'none' ? {} : (rules ?? {})).flatMap((rule) => {
    const { fields } = Object(rule);
    return Array.isArray(fields) ? fields.map(String) : [];
  });
}

/** Checks a merge list as the API does. Throws FileRefusal and InvalidRequestError. */
export function readMergeList(path: string): MergeList {
  const list = parseRequest(mergeList, readJson(path));
  const problem = checkMergeList(list);
  if (problem !== undefined) throw new FileRefusal(`${path}: ${problem.field}: ${problem.message}`, 1);
  return list;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new FileRefusal(`${path}: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
}

function parsePersons(text: string): Persons {
  if (text === 'none') return text;
  if (text === 'list') return {};
  if (text.startsWith('{')) return parseJson(text);
  const [, rule, , detail] = /^(email|phone|number)(:(.+))?$/s.exec(text) ?? [];
  if (rule === 'email' && detail === undefined) return { email: {} };
  if (rule === 'phone') return { phone: detail === undefined ? {} : { country_code: detail } };
  if (rule === 'number' && detail !== undefined)
    return { customer_number: { fields: [`custom:${detail.replace(/^custom:/, '')}`] } };
  throw new InvalidArgumentError('expected email, phone, phone:49, number:FIELD, list, none or JSON.');
}

function parseJson(text: string): Persons {
  try {
    const rules: unknown = JSON.parse(text);
    if (typeof rules === 'object' && rules !== null) return { ...rules };
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError('expected a JSON object such as {"email":{"ignore_plus_tags":true}}.');
}
