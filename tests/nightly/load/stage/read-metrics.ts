/** Sums and extremes of one instance, as `GET /metrics` tells them. */
export interface ApiFigures {
  readonly cpuSeconds: number
  readonly rssBytes: number
  /** Since it was last asked. */
  readonly loopP99Ms: number
  readonly loopMaxMs: number
  /** Share of the time in which the event loop had something to do, since it was last asked. */
  readonly loopUse: number
  /** Calls of outside services so far. */
  readonly upstreamCalls: number
  /** Requests that it refused because it was full, so far. */
  readonly shed: number
}

/** @returns the sum over all labels, 0 where there is no such figure */
const sumOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )

/**
 * Reads one instance's figures; asking begins a new span of the event loop's delays.
 * @throws Error where it does not answer
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
