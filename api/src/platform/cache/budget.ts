interface Budget {
  /** Adds or replaces the size of a key, then evicts the least recently used keys until the budget is met. */
  add(key: string, size: number): void
  /** Marks the key as the most recently used one. */
  use(key: string): void
}

/**
 * LRU bookkeeping that bounds both the number of keys and the sum of their sizes.
 * @param drop evicts a key from the cache; also called for the key just added when it alone exceeds the
 *   budget
 */
export function createBudget(mostKeys: number, mostSize: number, drop: (key: string) => void): Budget {
  // Least recently used first.
  const sizes = new Map<string, number>()
  let total = 0
  const forget = (key: string) => {
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
  }
  return {
    add(key, size) {
      forget(key)
      sizes.set(key, size)
      total += size
      for (const oldest of sizes.keys()) {
        if (total <= mostSize && sizes.size <= mostKeys) break
        forget(oldest)
        drop(oldest)
      }
    },
    use(key) {
      const size = sizes.get(key)
      if (size === undefined) return
      sizes.delete(key)
      sizes.set(key, size)
    },
  }
}
