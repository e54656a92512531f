// The names of an object's members, with their type.

/** Returns the names in the order in which the members are written. */
export function getKeys<T extends object>(members: T): (keyof T & string)[] {
  return Object.keys(members).filter((key): key is keyof T & string => key in members);
}
