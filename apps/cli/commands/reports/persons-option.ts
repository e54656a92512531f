// `--persons`: the identity rules of a report or a dataset as words, or as JSON like the API's.
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { checkMergeList } from '../../../../src/analysis/identity/check-merge-list.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { type MergeList, mergeList } from '../../../../src/contract/schema/identity.ts';
import { FileRefusal } from '../../failure.ts';

export const PERSONS_HELP =
  'customer ids that are one person: email, phone, phone:CALLING_CODE such as phone:49, number:FIELD for a custom field with the shop\'s own number, or list for the merge list alone; can be repeated; none counts ids; {"email":{…}} as in the API';

export type Persons = Readonly<Record<string, unknown>> | 'none';

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
