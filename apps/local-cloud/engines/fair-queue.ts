// Delivers messages of standard queues as SQS's fair queues do: messages of the group with the fewest in flight come
// first. fauxqs keeps the group of a message for FIFO queues only, so the group is the account in the body, which the
// service also sends as `MessageGroupId`.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html

interface Message {
  readonly body: string;
}

export interface WaitingMessages {
  readonly messages: Message[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: Message }>;
  isFifo(): boolean;
}

/** Matches a chunk as toQueueJson() writes it: the account is one of its first members. */
const ACCOUNT = /"account_id":"([^"]*)"/;
/** Characters of a body that may hold the account. */
const HEAD = 200;

/** `most`: messages to deliver at once. */
export function bringNextForward({ messages, inflightMessages }: WaitingMessages, most: number): void {
  const counts = new Map<string, number>();
  for (const { message } of inflightMessages.values()) add(counts, findGroup(message));
  bringForward(messages, most, counts);
}

/** Moves the messages to be delivered next to the front, in their order. `counts`: messages in flight by group. */
function bringForward(messages: Message[], most: number, counts: Map<string, number>): void {
  if (messages.length < 2) return;
  // The oldest messages of each group, at most as many as could be delivered.
  const waiting = new Map<string, number[]>();
  for (const [at, message] of messages.entries()) {
    const group = findGroup(message);
    const places = waiting.get(group);
    if (places === undefined) waiting.set(group, [at]);
    else if (places.length < most) places.push(at);
  }
  if (waiting.size === 1) return;
  const next: number[] = [];
  while (next.length < most && waiting.size > 0) {
    const [group, places] = findFewestInFlight(waiting, counts);
    const at = places.shift();
    if (at !== undefined) next.push(at);
    if (places.length === 0) waiting.delete(group);
    add(counts, group);
  }
  const forward = next.map((at) => messages[at]).filter((message) => message !== undefined);
  for (const at of next.toSorted((a, b) => b - a)) messages.splice(at, 1);
  messages.unshift(...forward);
}

/** Prefers the group that has waited longest if several have as few in flight. */
function findFewestInFlight(
  waiting: ReadonlyMap<string, number[]>,
  counts: ReadonlyMap<string, number>,
): [string, number[]] {
  let best: [string, number[]] | undefined;
  for (const [group, places] of waiting) {
    const isBetter =
      best === undefined ||
      (counts.get(group) ?? 0) < (counts.get(best[0]) ?? 0) ||
      ((counts.get(group) ?? 0) === (counts.get(best[0]) ?? 0) && (places[0] ?? 0) < (best[1][0] ?? 0));
    if (isBetter) best = [group, places];
  }
  return best ?? ['', []];
}

function add(counts: Map<string, number>, group: string): void {
  counts.set(group, (counts.get(group) ?? 0) + 1);
}

const groups = new WeakMap<Message, string>();

/** All bodies of a kind without an account form one group. */
function findGroup(message: Message): string {
  const known = groups.get(message);
  if (known !== undefined) return known;
  const group = ACCOUNT.exec(message.body.slice(0, HEAD))?.[1] ?? '';
  groups.set(message, group);
  return group;
}
