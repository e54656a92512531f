// The list of report types with one more: new-type.test.ts puts it in the place of the product's.
import {
  DEFINITIONS as KNOWN_DEFINITIONS,
  DOCUMENTS as KNOWN_DOCUMENTS,
  PARAMS as KNOWN_PARAMS,
  reportComponents as knownComponents,
  ALL_TEMPLATES as TEMPLATES,
} from '../../../../src/contract/report-types/every-type.ts';
import { weekdayParams, weekdays, weekdaysDocument } from './weekdays.ts';

export { CUSTOMER_COMPONENTS, OWN_FIGURES } from '../../../../src/contract/report-types/every-type.ts';
export const DEFINITIONS = { ...KNOWN_DEFINITIONS, WEEKDAYS: weekdays };
export const DOCUMENTS = { ...KNOWN_DOCUMENTS, WEEKDAYS: weekdaysDocument };
export const PARAMS = { ...KNOWN_PARAMS, ...weekdayParams };
export const ALL_TEMPLATES = { ...TEMPLATES, ...weekdays.templates };
export const reportComponents = () => ({ ...knownComponents(), ...weekdaysDocument.components });
