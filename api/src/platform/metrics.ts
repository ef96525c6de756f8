import { performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics of the requests on the thread, and of the thread itself. */
function createThreadMetrics(registers: Registry[]) {
  let lastUse = performance.eventLoopUtilization()
  return {
    /** Labelled by route pattern, not by path, to keep the number of label values small. */
    requests: new Histogram({
      name: 'propsight_http_request_seconds',
      help: 'Time until the answer was sent, streams included',
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
      help: 'Busy share of the event loop since the last read; near 1 the instance is saturated',
      registers,
      collect() {
        const now = performance.eventLoopUtilization()
        this.set(performance.eventLoopUtilization(now, lastUse).utilization)
        lastUse = now
      },
    }),
  }
}

/** The metrics of `GET /metrics`. One registry per app, so that two apps in one process stay separate. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  /** A counter with these labels. */
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  return {
    registry,
    ...createThreadMetrics(registers),
    limited: counter('propsight_rate_limited_total', 'Requests refused by a rate limit', 'rule'),
    work: counter(
      'propsight_work_seconds_total',
      'Processor time counted on the budgets of accounts and addresses',
    ),
    shed: counter('propsight_shed_total', 'Requests refused because of overload', 'request_class'),
    upstreamRequests: counter(
      'propsight_upstream_requests_total',
      'Requests by kind (api/src/sources/policies.ts): ok, or the kind of failure; resting was not sent',
      'service',
      'outcome',
    ),
    /** Labelled by the remote named in a signed load ticket: clients cannot add label values. */
    remoteLoads: counter(
      'propsight_remote_loads_total',
      'Loads of remotes as reported by browsers: ok or failed',
      'remote',
      'outcome',
    ),
    /** Labelled by known kinds and live remotes: clients cannot add label values. */
    clientErrors: counter(
      'propsight_client_errors_total',
      'Errors in browsers (error, rejection, page, load, render) of a live remote, shell, or unknown',
      'kind',
      'remote',
    ),
    cacheReads: counter(
      'propsight_cache_reads_total',
      'Reads of cached answers: fresh, grace: from the cache; read: from the service; stale: outdated, the service failed; failed: no value',
      'cache',
      'outcome',
    ),
    runs: counter('propsight_runs_total', 'Changes of run credits: held, captured, released, swept', 'event'),
    settled: counter('propsight_settled_total', 'Settled lines (leg) and parlays', 'what'),
    alerts: counter('propsight_alerts_total', 'Alerts about watched props that were raised', 'kind'),
    alertDeliveries: counter(
      'propsight_alert_deliveries_total',
      'Attempts by push or mail: sent, failed, wait (quiet hours), gone (subscription ended)',
      'channel',
      'result',
    ),
    jobs: counter('propsight_jobs_total', 'Executions of jobs: done or failed', 'job', 'outcome'),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
