/** Answers that a repeated call finds as they were, by key. */
const MOST_KEPT = 100

/**
 * Makes calls of the same key one call: who asks while it is being answered, or soon after, has the same answer.
 * A call that failed is forgotten.
 */
export function oneAtATime<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key, make) => {
    const before = known.get(key)
    if (before) return before
    const answer = make()
    known.set(key, answer)
    const [oldest] = known.keys()
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
    answer.catch(() => {
      if (known.get(key) === answer) known.delete(key)
    })
    return answer
  }
}
