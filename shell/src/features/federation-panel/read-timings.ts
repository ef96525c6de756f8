export interface Transfer {
  files: number
  /** Bytes over the network, 0 where everything came from the browser's cache; null where another origin hides them. */
  bytes: number | null
}

/** What was fetched from below an address, by the browser's own account. */
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

/** How long the server took over this page, as its `Server-Timing` header says. */
export function pageServerTiming(from: Performance = performance): ServerTime[] {
  const [page] = from.getEntriesByType('navigation')
  const timing = page && 'serverTiming' in page ? page.serverTiming : []
  if (!Array.isArray(timing)) return []
  return timing.map(({ name, duration }: PerformanceServerTiming) => ({ name, ms: duration }))
}
