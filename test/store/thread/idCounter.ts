/** Creates a generator of predictable ids: `id-1`, `id-2` … */
export function createIdCounter(name = "id"): () => string {
  let count = 0;
  return () => `${name}-${++count}`;
}
