import { performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of `GET /metrics`. One registry per app, so that two apps in one process stay separate. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  let lastUse = performance.eventLoopUtilization()
  return {
    registry,
    /** Labelled by route pattern, not by path, to keep the number of label values small. */
    requests: new Histogram({
      name: 'propsight_http_request_seconds',
      help: 'Time until the answer was sent',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    inFlight: new Gauge({
      name: 'propsight_http_requests_in_flight',
      help: 'Requests whose answer is not sent yet',
      registers,
    }),
    /** Utilization, because the delay of the event loop stays low when much work waits in short slices. */
    loopUse: new Gauge({
      name: 'propsight_event_loop_use',
      help: 'Share of the time since the last read in which the event loop was active',
      registers,
      collect() {
        const now = performance.eventLoopUtilization()
        this.set(performance.eventLoopUtilization(now, lastUse).utilization)
        lastUse = now
      },
    }),
    limited: new Counter({
      name: 'propsight_rate_limited_total',
      help: 'Requests refused by a rate limit',
      labelNames: ['rule'] as const,
      registers,
    }),
    work: new Counter({
      name: 'propsight_work_seconds_total',
      help: 'Processor time that was counted on the budgets of accounts and addresses',
      registers,
    }),
    shed: new Counter({
      name: 'propsight_shed_total',
      help: 'Requests refused because of overload',
      labelNames: ['request_class'] as const,
      registers,
    }),
    upstreamRequests: new Counter({
      name: 'propsight_upstream_requests_total',
      help: 'Requests to outside services by their outcome',
      labelNames: ['service', 'outcome'] as const,
      registers,
    }),
    /** Labelled by the remote named in a signed load ticket: clients cannot add label values. */
    remoteLoads: new Counter({
      name: 'propsight_remote_loads_total',
      help: 'Loads of remotes, as reported by browsers',
      labelNames: ['remote', 'outcome'] as const,
      registers,
    }),
    /** Labelled by known kinds and live remotes: clients cannot add label values. */
    clientErrors: new Counter({
      name: 'propsight_client_errors_total',
      help: 'Errors in browsers, as reported by their pages',
      labelNames: ['kind', 'remote'] as const,
      registers,
    }),
    /** Outcomes: see `CacheOutcome`. */
    cacheReads: new Counter({
      name: 'propsight_cache_reads_total',
      help: 'Reads of cached upstream responses by their outcome',
      labelNames: ['cache', 'outcome'] as const,
      registers,
    }),
    runs: new Counter({
      name: 'propsight_runs_total',
      help: 'What happened to the credits of runs, as this instance did it',
      labelNames: ['event'] as const,
      registers,
    }),
    settled: new Counter({
      name: 'propsight_settled_total',
      help: 'Lines and parlays whose result was written',
      labelNames: ['what'] as const,
      registers,
    }),
    alerts: new Counter({
      name: 'propsight_alerts_total',
      help: 'Alerts about watched props that were raised',
      labelNames: ['kind'] as const,
      registers,
    }),
    /** Results: sent, failed, wait (quiet hours), gone (the subscription does not exist any more). */
    alertDeliveries: new Counter({
      name: 'propsight_alert_deliveries_total',
      help: 'Attempts to send alerts by push and mail, by their result',
      labelNames: ['channel', 'result'] as const,
      registers,
    }),
    jobs: new Counter({
      name: 'propsight_jobs_total',
      help: 'Background jobs by their outcome',
      labelNames: ['job', 'outcome'] as const,
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
