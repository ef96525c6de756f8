interface Budget {
  /** Takes a key's size on, and drops whatever was unused longest until all fits. */
  add(key: string, size: number): void
  /** The key was used just now. */
  use(key: string): void
}

/** Keeps number and sum of sizes under their bounds. @param drop forgets a key; the one just added too, where it alone is too large */
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
