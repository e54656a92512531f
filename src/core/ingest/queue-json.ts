// JSON in characters that the ingest queue takes: SQS refuses U+FFFE and U+FFFF, and what stands in for it locally
// refuses all beyond the Basic Multilingual Plane. Escaped, a text is at most three times as long.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html

export function queueJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
}
