// The ids that all examples share, so that one leads to the next.
export const EXAMPLE_IDS = {
  import: '01M7YN8Z3K5T9XQ2W4R6V8BCDE',
  report: '01M7YN9QHZYR8GXB77DH0YCNR5',
  earlierReport: '01M5JD2VKAP3N8W6Y4T2R0QSZX',
  erasure: '01M7YPB4W2J8R6T0Q5N9X3ZKVC',
  export: '01M7YQ9C3E5G7J9M1P3R5T7V9X',
  source: '01M7YQ2N6B4D8F0G2H4J6K8M0N',
  schedule: '01M7YQ9C5D7F9H1K3M5P7R9T1V',
  request: '1b2c3d4e-0000-4000-8000-123456789abc',
} as const;
