// SSRF attempts: names that resolve to addresses which are not public, to one public and one private address, or to
// another address at each attempt (DNS rebinding); and such addresses written in the URL. No connection is made to any
// of them.
import ipaddr from 'ipaddr.js';
import { receiverUrlProblem } from '../../../src/webhooks/receiver-url.ts';
import type { Resolve } from '../../../src/webhooks/request.ts';
import { below, type Random, shuffled } from '../../harness/random/random.ts';
import { outOfTurn } from '../ingest/faults.ts';
import type { Drill } from '../ingest/run.ts';
import { inReportRun } from '../reports/run.ts';
import { noConnections } from './connections.ts';
import { watching } from './receiver.ts';
import { type Answer, attemptsUntilEnd, checkSchedule, MAX_ATTEMPTS } from './schedule.ts';

/** First addresses and prefix lengths of ranges that are not public (IANA's special-purpose registries). */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['::1', 128],
  ['::ffff:10.0.0.0', 104],
  ['::ffff:127.0.0.0', 104],
  ['::ffff:169.254.0.0', 112],
  ['64:ff9b::a9fe:0', 112],
  ['2002:7f00::', 24],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];
const PUBLIC = ['93.184.216.34', '8.8.8.8', '2606:4700::1111'];

function forbiddenAddress(random: Random): string {
  const [first, prefix] = NOT_PUBLIC[below(random, NOT_PUBLIC.length)] ?? ['169.254.0.0', 16];
  const bytes = ipaddr.parse(first).toByteArray();
  const spelled = bytes.map((byte, at) => {
    const free = Math.min(8, Math.max(0, (at + 1) * 8 - prefix));
    return byte | below(random, 2 ** free);
  });
  // The instance metadata service itself, often.
  return first === '169.254.0.0' && random() < 0.5
    ? '169.254.169.254'
    : ipaddr.fromByteArray(spelled).toString();
}

interface Resolution {
  readonly addresses: readonly string[];
  readonly isPublic: boolean;
}

function drawResolution(random: Random): Resolution {
  const good = PUBLIC[below(random, PUBLIC.length)] ?? '8.8.8.8';
  const kind = below(random, 3);
  if (kind === 0) return { addresses: [good], isPublic: true };
  if (kind === 1) return { addresses: [forbiddenAddress(random)], isPublic: false };
  return { addresses: shuffled(random, [good, forbiddenAddress(random)]), isPublic: false };
}

/** Ways to write an IPv4 address in a URL; an IPv6 address has its brackets. */
function spell(random: Random, address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv6') return `[${address}]`;
  const bytes = parsed.toByteArray();
  const whole = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const spellings = [
    address,
    String(whole),
    `0x${whole.toString(16)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    `[::ffff:${address}]`,
  ];
  return spellings[below(random, spellings.length)] ?? address;
}

/** Each attempt resolves the name again and gets the next answer. */
function rebinding(resolutions: readonly Resolution[]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  const resolve: Resolve = (_, _options, callback) => {
    const { addresses } = resolutions[asked++] ?? { addresses: [] };
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    process.nextTick(() => callback(null, found));
  };
  return { resolve, asked: () => asked };
}

export const forgedAddresses: Drill = {
  name: 'forged-address',
  about:
    'webhooks to names that rebind, have one private address, or resolve to addresses that are not public',
  run(seed, engines) {
    const seen = noConnections();
    let resolutions: Resolution[] = [];
    let names: ReturnType<typeof rebinding> = rebinding([]);
    return inReportRun(
      seed,
      watching(engines, seen),
      ({ random }) => {
        resolutions = Array.from({ length: MAX_ATTEMPTS }, () => drawResolution(random));
        names = rebinding(resolutions);
        return { send: { receivers: 'public_https', resolve: names.resolve } };
      },
      async (run) => {
        const wrong: string[] = [];
        const id = await run.ask({ template: 'standard_mba', webhook_url: 'https://hook.example/reports' });
        if (id === undefined) return ['the request died'];
        await run.untilIdle();
        // No host is reachable from here: the drill refuses a valid name's address at the last moment.
        const answers: Answer[] = resolutions.map(() => ({ verdict: 'refused' }));
        const logged = await outOfTurn(() =>
          run.stores.deliveries.list({ accountId: run.accountId, reportId: id }),
        );
        wrong.push(...checkSchedule(logged, attemptsUntilEnd(answers)));
        if (names.asked() !== logged.length)
          wrong.push(`names were resolved ${names.asked()} times for ${logged.length} attempts`);
        const good = resolutions.filter(({ isPublic }) => isPublic).flatMap(({ addresses }) => addresses);
        const tried = seen.addresses.map(({ address }) => address);
        if (tried.join() !== good.join())
          wrong.push(`connections were tried to ${tried.join(', ')}; public were ${good.join(', ')}`);

        for (let at = 0; at < 20; at++) {
          const url = `https://${spell(run.random, forbiddenAddress(run.random))}/`;
          if (receiverUrlProblem(url, 'public_https') === undefined)
            wrong.push(`${url} is treated as public`);
        }
        return wrong;
      },
    );
  },
};
