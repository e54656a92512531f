// Decides the AWS calls that functions made in a test run: every call is allowed by the function's own role, and every
// grant of a role is used, or has a reason why it is not.
import type { CallOfFunction } from '../../tools/harness/call-log.ts';
import { type Grant, grantsOf, isAllowed, matches, uses } from './policy.ts';
import type { FunctionRole } from './roles.ts';
import type { ExcusedGrants } from './unused-grants.ts';

/** One sentence for each call that AWS would deny. */
export function deniedCalls(roles: readonly FunctionRole[], calls: readonly CallOfFunction[]): string[] {
  const byFunction = new Map(roles.map((role) => [role.id, role]));
  return calls
    .filter((call) => !isAllowed(byFunction.get(call.fn)?.statements ?? [], call))
    .map(({ fn, action, resource }) => `${byFunction.get(fn)?.name ?? fn} may not ${action} on ${resource}`);
}

/** One sentence for each grant that no call uses and no reason excuses. `calls`: of a whole run. */
export function needlessGrants(
  roles: readonly FunctionRole[],
  calls: readonly CallOfFunction[],
  excuses: readonly ExcusedGrants[],
): string[] {
  return unusedGrants(roles, calls)
    .filter(({ name, grant }) => !excuses.some((excuse) => isExcused(name, grant, excuse)))
    .map(({ name, grant }) => `no test lets ${name} use ${grant.action} on ${grant.resource}`);
}

/** One sentence for each reason without a grant that is always unused. `calls`: of a whole run. */
export function needlessExcuses(
  roles: readonly FunctionRole[],
  calls: readonly CallOfFunction[],
  excuses: readonly ExcusedGrants[],
): string[] {
  const unused = unusedGrants(roles, calls);
  return excuses
    .filter(
      (excuse) =>
        excuse.mayBeUsed !== true && !unused.some(({ name, grant }) => isExcused(name, grant, excuse)),
    )
    .map(({ action, resource }) => `the reason for unused grants of ${action} on ${resource} excuses none`);
}

function unusedGrants(roles: readonly FunctionRole[], calls: readonly CallOfFunction[]) {
  return roles.flatMap(({ id, name, statements }) => {
    const own = calls.filter(({ fn }) => fn === id);
    return grantsOf(statements)
      .filter((grant) => !own.some((call) => uses(call, grant)))
      .map((grant) => ({ name, grant }));
  });
}

function isExcused(name: string, grant: Grant, { functions, action, resource }: ExcusedGrants): boolean {
  return (
    (functions === undefined || functions.includes(name)) &&
    matches(action, grant.action, 'i') &&
    matches(resource, grant.resource)
  );
}
