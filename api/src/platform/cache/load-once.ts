/** Maximum number of cached answers. */
const MAX_KEYS = 100

/**
 * Creates a function that makes one call per key (single flight). Later calls of the key share the cached
 * answer. A failed call is not cached. The oldest key is dropped above the maximum.
 */
export function createLoadOnce<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key, make) => {
    const before = known.get(key)
    if (before) return before
    const answer = make()
    known.set(key, answer)
    const [oldest] = known.keys()
    if (known.size > MAX_KEYS && oldest !== undefined) known.delete(oldest)
    answer.catch(() => {
      if (known.get(key) === answer) known.delete(key)
    })
    return answer
  }
}
