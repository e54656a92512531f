// What all examples share: the ids, so that one leads to the next, the address and the time.
import { BASE_PATH } from '../../contract/operation.ts';

export const EXAMPLE_IDS = {
  import: '01M7YN8Z3K5T9XQ2W4R6V8BCDE',
  report: '01M7YN9QHZYR8GXB77DH0YCNR5',
  earlierReport: '01M5JD2VKAP3N8W6Y4T2R0QSZX',
  erasure: '01M7YPB4W2J8R6T0Q5N9X3ZKVC',
  export: '01M7YQ9C3E5G7J9M1P3R5T7V9X',
  source: '01M7YQ2N6B4D8F0G2H4J6K8M0N',
  schedule: '01M7YQ9C5D7F9H1K3M5P7R9T1V',
  audience: '01M7YQ9C8F2H4K6M8P0R2T4V6X',
  audienceRun: '01M7YQA1B3D5F7H9K1M3P5R7T9',
  destination: '01M7YQA1C5E7G9J1M3P5R7T9V1',
  audienceDelivery: '01M7YQA1D7F9H1K3N5Q7S9V1X3',
  endpoint: '01M7YQA1E9H1K3M5P7R9T1V3X5',
  endpointSecret: '01M7YQA1F1K3M5P7R9T1V3X5Z7',
  event: '01M7YQA1G3M5P7R9T1V3X5Z7B9',
  attempt: '01M7YQA1H5P7R9T1V3X5Z7B9D1',
  key: '01M7YQA1J7R9T1V3X5Z7B9D1F3',
  request: '1b2c3d4e-0000-4000-8000-123456789abc',
} as const;

export const EXAMPLE_BASE = `https://abc123.execute-api.eu-central-1.amazonaws.com${BASE_PATH}`;
/** Of what a key created, and none has changed. */
export const EXAMPLE_AUTHORS = {
  created_by: { key_id: EXAMPLE_IDS.key, name: 'Ana, buying' },
  updated_by: null,
};

/** When most of what examples show was created. */
export const EXAMPLE_AT = '2026-03-31T14:05:00.000Z';
