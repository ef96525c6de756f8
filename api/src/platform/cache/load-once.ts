/** Maximum number of cached answers. */
const MAX_KEYS = 100

/**
 * Creates a function that makes one call per key (single flight). Later calls of the key share the cached
 * answer. A failed call is not cached. The oldest key is dropped above the maximum.
 */
export function createLoadOnce<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return (key, make) => {
    const cached = answers.get(key)
    if (cached) return cached
    const answer = make()
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > MAX_KEYS && oldest !== undefined) answers.delete(oldest)
    answer.catch(() => {
      if (answers.get(key) === answer) answers.delete(key)
    })
    return answer
  }
}
