export interface Transfer {
  files: number
  /**
   * Bytes over the network; 0 when everything came from the browser's cache; null when another origin hides
   * sizes.
   */
  bytes: number | null
}

/** Files and bytes fetched from below a URL, from the Performance API. */
export function transferFrom(base: string, from: Performance = performance): Transfer {
  const entries = from
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => 'transferSize' in entry)
    .filter(({ name }) => name.startsWith(base))
  const told = entries.some(({ transferSize, encodedBodySize }) => transferSize > 0 || encodedBodySize > 0)
  const bytes = told ? entries.reduce((sum, { transferSize }) => sum + transferSize, 0) : null
  return { files: entries.length, bytes }
}

export interface ServerTime {
  name: string
  /** Milliseconds. */
  ms: number
}

/** Server times of this page, from its `Server-Timing` header. */
export function pageServerTiming(from: Performance = performance): ServerTime[] {
  const [page] = from.getEntriesByType('navigation')
  const timing = page && 'serverTiming' in page ? page.serverTiming : []
  if (!Array.isArray(timing)) return []
  return timing.map(({ name, duration }: PerformanceServerTiming) => ({ name, ms: duration }))
}
