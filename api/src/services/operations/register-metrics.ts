import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import { SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import { easternDate, type LeagueClock } from '@propsight/shared/domain'
import { Gauge } from 'prom-client'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { BreakerState } from '../../platform/service-client/breaker.ts'
import type { OddsRepository } from '../../repositories/odds.ts'
import type { OperationsRepository } from '../../repositories/operations.ts'
import { anonymous } from '../releases/catalogue/audience.ts'
import type { ReleaseCatalogue } from '../releases/catalogue/catalogue.ts'
import { memoize } from './memoize.ts'

/** Minimum time between two reads of a source. Several systems may scrape every few seconds. */
const READ_INTERVAL_MS = 15_000
/** Timeout of a source during a scrape. Its metrics are omitted after that. */
const READ_TIMEOUT_MS = 2_000
const CERTIFICATE_INTERVAL_MS = 600_000
const DAY_MS = 86_400_000
const BREAKER = { closed: 0, 'half-open': 1, open: 2 } as const

/** Waiting or active runs of one job. */
export interface QueueFigures {
  job: string
  state: string
  count: number
  /** Seconds since the oldest of them was due. */
  oldestSeconds: number
}

export interface MetricSources {
  /** Null without Redis. */
  redis: { readonly isReady: boolean } | null
  /** Current calls of the data service. */
  calls(): { running: number; waiting: number }
  /** Null when this instance runs no jobs. */
  queues: (() => Promise<QueueFigures[]>) | null
}

export interface MetricPorts {
  readonly env: Pick<ApiEnv, 'BUNDLES_DIR' | 'ODDS_DAILY_CREDITS' | 'PUBLIC_URL'>
  readonly metrics: Pick<Metrics, 'registry'>
  readonly repositories: {
    readonly odds: Pick<OddsRepository, 'figures'>
    readonly operations: Pick<OperationsRepository, 'figures'>
  }
  readonly upstream: { readonly odds: object | null; state(): object }
  readonly releases: Pick<ReleaseCatalogue, 'read'>
  readonly clock: LeagueClock
  readonly version: string
}

/**
 * When the certificate that visitors see ends, in milliseconds since 1970; null for an address without TLS. A certificate
 * that is not trusted has an end too.
 * @throws Error when the address does not answer
 */
function certificateEnd(address: string | undefined): Promise<number | null> {
  const url = address === undefined ? null : new URL(address)
  if (url?.protocol !== 'https:') return Promise.resolve(null)
  const { hostname: host, port } = url
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) || 443, servername: host, rejectUnauthorized: false })
    socket.setTimeout(READ_TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
  })
}

/**
 * Registers the metrics that are read at each scrape: states, job queues, and counts of credits and lines
 * from the database. A source that cannot be read omits its own metrics, and sets `propsight_figures_read` to
 * 0.
 */
export function registerMetrics(
  { env, metrics, repositories, upstream, releases, clock, version }: MetricPorts,
  { redis, calls, queues }: MetricSources,
): void {
  const registers = [metrics.registry]
  /** Registers a gauge whose samples are replaced at each scrape. */
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    fill: (set: (labels: Partial<Record<L, string>>, value: number) => void) => void | Promise<void>,
  ) =>
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        // A reset leaves 0 in a gauge without labels, and 0 free bytes would be an alert where no disk is used.
        if (labelNames.length === 0) this.remove()
        await fill((labels, value) => this.set(labels, value))
      },
    })
  const sources = new Map<string, () => Promise<unknown>>()
  const source = <T>(name: string, ask: () => Promise<T>) => {
    const memo = memoize(READ_INTERVAL_MS, READ_TIMEOUT_MS, ask)
    const answer = () => memo().catch(() => null)
    sources.set(name, answer)
    return answer
  }

  gauge(
    'propsight_figures_read',
    '1 if database, jobs or odds answered this scrape; else its figures are missing',
    ['source'],
    async (set) => {
      for (const [name, ask] of sources) set({ source: name }, (await ask()) === null ? 0 : 1)
    },
  )
  gauge('propsight_build_info', 'Release of this API', ['version'], (set) => set({ version }, 1))
  gauge('propsight_upstream_breaker', '0 closed, 1 half-open, 2 open', ['service'], (set) => {
    for (const [service, { breaker }] of Object.entries<{ breaker: BreakerState }>({ ...upstream.state() }))
      set({ service }, BREAKER[breaker])
  })
  gauge('propsight_redis_up', '1 while Redis answers; no sample without REDIS_URL', [], (set) => {
    if (redis) set({}, redis.isReady ? 1 : 0)
  })
  gauge(
    'propsight_data_service_calls',
    'Calls of the data service, running (24 at most) or waiting',
    ['state'],
    (set) => {
      for (const [state, count] of Object.entries(calls())) set({ state }, count)
    },
  )
  gauge(
    'propsight_release_live',
    '1 for each release served to visitors',
    ['remote', 'version'],
    async (set) => {
      const catalogue = await releases.read().catch(() => null)
      if (!catalogue) return
      const { registry, shell } = catalogue.forVisitor(anonymous(''))
      if (shell) set({ remote: SHELL_RELEASE_NAME, version: shell.version }, 1)
      for (const remote of registry.remotes) set({ remote: remote.name, version: remote.version }, 1)
    },
  )

  const figures = source('database', () => repositories.operations.figures())
  const figure = (
    name: string,
    help: string,
    select: (row: NonNullable<Awaited<ReturnType<typeof figures>>>) => number,
  ) =>
    gauge(name, help, [], async (set) => {
      const answer = await figures()
      if (answer) set({}, select(answer))
    })
  figure(
    'propsight_credits_held',
    'Credits held by runs that are neither captured nor released',
    (row) => row.heldCredits,
  )
  figure('propsight_runs_held', 'Runs whose credits are held now', (row) => row.held)
  figure(
    'propsight_holds_overdue',
    'Holds that expired five minutes ago and were not released',
    (row) => row.overdueHolds,
  )
  figure(
    'propsight_ledger_unbalanced_accounts',
    'Accounts of the 500 newest ledger rows whose balance is not their sum; must be 0',
    (row) => row.unbalanced,
  )
  figure('propsight_legs_open', 'Lines that are not settled', (row) => row.openLegs)
  figure(
    'propsight_oldest_open_leg_days',
    'Days since the oldest line that is not settled was played',
    (row) =>
      row.oldestOpenLegDay === null
        ? 0
        : Math.max(0, (Date.parse(easternDate(clock.now())) - Date.parse(row.oldestOpenLegDay)) / DAY_MS),
  )
  figure('propsight_parlays_pending', 'Parlays without an outcome', (row) => row.pendingParlays)
  figure(
    'propsight_contact_messages_due',
    'Messages of Contact Us that are due and not sent',
    (row) => row.dueMessages,
  )
  figure('propsight_releases_stored', 'Stored releases', (row) => row.releases)
  figure('propsight_bundle_store_bytes', 'Bytes of the stored releases', (row) => row.releaseBytes)
  figure('propsight_database_bytes', 'Size of the database', (row) => row.databaseBytes)
  gauge(
    'propsight_backup_age_seconds',
    'Time since the last npm run backup -- --hosted; no sample without one',
    [],
    async (set) => {
      const at = (await figures())?.lastBackupAt
      if (at) set({}, Math.max(0, Date.now() - Date.parse(at)) / 1_000)
    },
  )
  gauge(
    'propsight_disk_free_bytes',
    'Free space where the releases are; no sample with a bucket',
    [],
    async (set) => {
      if (!env.BUNDLES_DIR) return
      // The folder exists once a release is stored.
      const disk = await statfs(env.BUNDLES_DIR).catch(() => null)
      if (disk) set({}, disk.bavail * disk.bsize)
    },
  )
  const certificate = memoize(
    CERTIFICATE_INTERVAL_MS,
    READ_TIMEOUT_MS,
    () => certificateEnd(env.PUBLIC_URL),
    READ_INTERVAL_MS,
  )
  gauge(
    'propsight_certificate_seconds',
    'Time until the certificate of PUBLIC_URL ends; no sample without TLS',
    [],
    async (set) => {
      const end = await certificate().catch(() => null)
      if (end !== null) set({}, (end - Date.now()) / 1_000)
    },
  )

  const odds = upstream.odds
    ? source('odds', () => repositories.odds.figures(clock.today()))
    : async () => null
  gauge(
    'propsight_odds_credits_left',
    'Left of ODDS_DAILY_CREDITS (day) and of the plan of the service (plan)',
    ['budget'],
    async (set) => {
      const answer = await odds()
      if (!answer) return
      set({ budget: 'day' }, Math.max(0, env.ODDS_DAILY_CREDITS - answer.used))
      if (answer.remaining !== null) set({ budget: 'plan' }, answer.remaining)
    },
  )
  gauge(
    'propsight_odds_read_age_seconds',
    'Time since prices were last read, in league time',
    [],
    async (set) => {
      const answer = await odds()
      if (answer?.readAt) set({}, Math.max(0, clock.now().getTime() - Date.parse(answer.readAt)) / 1_000)
    },
  )

  const queued = queues ? source('jobs', queues) : async () => null
  gauge(
    'propsight_job_queue',
    'Executions of a job that wait (created, retry) or run (active)',
    ['job', 'state'],
    async (set) => {
      for (const { job, state, count } of (await queued()) ?? []) set({ job, state }, count)
    },
  )
  gauge(
    'propsight_job_oldest_seconds',
    'Seconds since the oldest of these executions was due',
    ['job', 'state'],
    async (set) => {
      for (const { job, state, oldestSeconds } of (await queued()) ?? []) set({ job, state }, oldestSeconds)
    },
  )
}
