/** Figures of one instance from `GET /metrics`. */
export interface ApiFigures {
  readonly cpuSeconds: number
  readonly rssBytes: number
  /** Event loop delay since the last request for metrics. */
  readonly loopP99Ms: number
  readonly loopMaxMs: number
  /** Event loop utilization since the last request for metrics, 0 to 1. */
  readonly loopUse: number
  /** Total upstream requests. */
  readonly upstreamCalls: number
  /** Total requests refused by load shedding. */
  readonly shed: number
}

/** @returns the sum over all labels of a metric; 0 if it does not exist */
const sumOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )

/**
 * Reads the metrics of one instance. Each request starts a new interval of the event loop figures.
 * @throws Error if the request fails
 */
export async function readMetrics(url: string, adminKey: string): Promise<ApiFigures> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
  const text = await answer.text()
  return {
    cpuSeconds: sumOf(text, 'process_cpu_seconds_total'),
    rssBytes: sumOf(text, 'process_resident_memory_bytes'),
    loopP99Ms: sumOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
    loopMaxMs: sumOf(text, 'nodejs_eventloop_lag_max_seconds') * 1_000,
    loopUse: sumOf(text, 'propsight_event_loop_use'),
    upstreamCalls: sumOf(text, 'propsight_upstream_requests_total'),
    shed: sumOf(text, 'propsight_shed_total'),
  }
}
