// Simulates API Gateway's throttle: a bucket for each route, filled at the stage's rate or the route's own, and one for
// all APIs of an account in a region. A request that its route refuses takes nothing from the account's bucket.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
import * as v from 'valibot';
import { type Allowance, createAllowance } from './allowance.ts';

const limits = v.object({ ThrottlingRateLimit: v.number(), ThrottlingBurstLimit: v.number() });

export const stageProperties = v.object({
  DefaultRouteSettings: v.optional(limits),
  RouteSettings: v.optional(v.record(v.string(), limits), {}),
});

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const ACCOUNT_THROTTLE = { perSecond: 10_000, burst: 5_000 };

type Stages = readonly (readonly [id: string, properties: v.InferOutput<typeof stageProperties>])[];

/**
 * Tells whether a route accepts another request, and counts it. Without a stage's settings, every request is accepted.
 */
export function createGatewayThrottle(
  stages: Stages,
  clock: () => number = Date.now,
): (routeKey: string) => boolean {
  const buckets = new Map<string, Allowance>();
  const account = createAllowance(ACCOUNT_THROTTLE.perSecond, clock, ACCOUNT_THROTTLE.burst);
  const [stage] = stages.map(([, properties]) => properties);
  return (routeKey) => {
    const settings = stage?.RouteSettings[routeKey] ?? stage?.DefaultRouteSettings;
    if (settings === undefined) return true;
    if (!account.admits(1)) return false;
    let bucket = buckets.get(routeKey);
    if (bucket === undefined) {
      bucket = createAllowance(settings.ThrottlingRateLimit, clock, settings.ThrottlingBurstLimit);
      buckets.set(routeKey, bucket);
    }
    if (!bucket.admits(1)) return false;
    bucket.charge(1);
    account.charge(1);
    return true;
  };
}
