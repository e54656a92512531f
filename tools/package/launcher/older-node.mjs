// Adds standard functions that the product uses and Node 20 lacks; existing ones are unchanged.
const missing = (target, name, value) => {
  if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
};

missing(Promise, 'withResolvers', function withResolvers() {
  const parts = {};
  parts.promise = new this((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
});

missing(Map, 'groupBy', (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
});

missing(Set.prototype, 'union', function union(other) {
  return new Set([...this, ...other.keys()]);
});

missing(Set.prototype, 'isSubsetOf', function isSubsetOf(other) {
  if (this.size > other.size) return false;
  for (const item of this) if (!other.has(item)) return false;
  return true;
});

const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
missing(iterator, 'filter', function* filter(isKept) {
  let index = 0;
  for (const item of this) if (isKept(item, index++)) yield item;
});
