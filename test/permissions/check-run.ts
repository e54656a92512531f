// Checks the AWS calls that functions made in a test run: the function's own role must allow every call, and every
// grant of a role must be used, or have a reason why it is not.
import type { CallOfFunction } from '../../tools/harness/call-log.ts';
import { type Grant, isAllowed, isGrantUsed, isMatch, listGrants } from './policy.ts';
import type { FunctionRole } from './roles.ts';
import type { ExcusedGrants } from './unused-grants.ts';

/** One sentence for each call that AWS would deny. */
export function findDeniedCalls(roles: readonly FunctionRole[], calls: readonly CallOfFunction[]): string[] {
  const byFunction = new Map(roles.map((role) => [role.id, role]));
  return calls
    .filter((call) => !isAllowed(byFunction.get(call.fn)?.statements ?? [], call))
    .map(({ fn, action, resource }) => `${byFunction.get(fn)?.name ?? fn} may not ${action} on ${resource}`);
}

/** One sentence for each grant that no call uses and no reason excuses. `calls`: all calls of a whole run. */
export function findNeedlessGrants(
  roles: readonly FunctionRole[],
  calls: readonly CallOfFunction[],
  excuses: readonly ExcusedGrants[],
): string[] {
  return findUnusedGrants(roles, calls)
    .filter(({ name, grant }) => !excuses.some((excuse) => isExcused(name, grant, excuse)))
    .map(({ name, grant }) => `no test lets ${name} use ${grant.action} on ${grant.resource}`);
}

/** One sentence for each reason without a grant that is always unused. `calls`: all calls of a whole run. */
export function findNeedlessExcuses(
  roles: readonly FunctionRole[],
  calls: readonly CallOfFunction[],
  excuses: readonly ExcusedGrants[],
): string[] {
  const unused = findUnusedGrants(roles, calls);
  return excuses
    .filter(
      (excuse) =>
        excuse.mayBeUsed !== true && !unused.some(({ name, grant }) => isExcused(name, grant, excuse)),
    )
    .map(({ action, resource }) => `the reason for unused grants of ${action} on ${resource} excuses none`);
}

function findUnusedGrants(roles: readonly FunctionRole[], calls: readonly CallOfFunction[]) {
  return roles.flatMap(({ id, name, statements }) => {
    const own = calls.filter(({ fn }) => fn === id);
    return listGrants(statements)
      .filter((grant) => !own.some((call) => isGrantUsed(call, grant)))
      .map((grant) => ({ name, grant }));
  });
}

function isExcused(name: string, grant: Grant, { functions, action, resource }: ExcusedGrants): boolean {
  return (
    (functions === undefined || functions.includes(name)) &&
    isMatch(action, grant.action, 'i') &&
    isMatch(resource, grant.resource)
  );
}
