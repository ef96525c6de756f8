import type { Release } from '@propsight/shared/contracts'
import { type DataSource, dataSourceSchema } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import * as z from 'zod'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { BreakerState } from '../../platform/service-client/breaker.ts'
import type { OperationsRepository } from '../../repositories/operations.ts'
import type { ReleasesRepository } from '../../repositories/releases.ts'
import { memoize } from './memoize.ts'

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Describes the data source now: its label for the badge, the league day and the season. */
export function describeDataSource(
  env: Pick<ApiEnv, 'DATA' | 'DATA_LABEL' | 'ODDS' | 'SPORTS'>,
  clock: LeagueClock,
): DataSource {
  const today = clock.today()
  const season = clock.season()
  const labels = {
    sample: 'Sample data',
    replay: `Season ${season} · ${monthAndDay.format(new Date(`${today}T00:00:00Z`))}`,
    live: 'Live',
  }
  const label = env.DATA_LABEL ?? labels[env.DATA]
  const sports = env.SPORTS.length > 1 ? { sports: env.SPORTS } : {}
  return { kind: env.DATA, label, today, season, odds: env.ODDS, ...sports }
}

/** `GET /api/info`: what is running, without secrets. */
export const infoAnswer = z.object({
  name: z.literal('propsight'),
  version: z.string(),
  contract: z.string(),
  dataSource: dataSourceSchema,
  /** Version of the probability engine; null when an API has none. */
  engine: z.string().nullable(),
  uptimeSeconds: z.number().nonnegative(),
})
export type InfoAnswer = z.infer<typeof infoAnswer>

/** `GET /health`: 200 when every part that a request needs answers, 503 otherwise. */
const healthAnswer = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
})
type HealthAnswer = z.infer<typeof healthAnswer>

/**
 * Time without an answer of the data service after which this instance is not ready. A single late answer
 * does not count: taking a busy instance out of rotation would shift its load to the other instances.
 */
const UNAVAILABLE_AFTER_MS = 6_000

/**
 * Creates the readiness check. An instance is ready from the first answer of the data service until the
 * signal to stop, except while the data service has been unavailable for 6 s.
 * @param check health check, see `checkHealth`
 * @param now monotonic milliseconds
 */
export function checkReady(
  { isStopping }: { isStopping(): boolean },
  check: () => Promise<Pick<HealthAnswer, 'status'>>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let lastGood = Number.NEGATIVE_INFINITY
  return async () => {
    if (isStopping()) return false
    if ((await check()).status !== 'down') lastGood = now()
    return now() - lastGood < UNAVAILABLE_AFTER_MS
  }
}

const PART_TIMEOUT_MS = 2_000
/** Time that one probe serves all checks. Several load balancers may check every second. */
const MEMO_MS = 1_000
/**
 * Probing a disk or object storage costs a small write. A longer time is enough, because a deploy reports a failure
 * itself.
 */
const STORE_MEMO_MS = 30_000
const JOBS_MEMO_MS = 5_000

export interface HealthPorts {
  readonly repositories: {
    readonly releases: Pick<ReleasesRepository, 'rollouts'>
    readonly operations: Pick<OperationsRepository, 'probeStorage'>
  }
  readonly releases: {
    read(): Promise<{
      readonly liveShell: Release | null
      readonly damaged: readonly { name: string; version: string; file: string }[]
    }>
  }
  readonly upstream: { state(): Readonly<Partial<Record<string, { breaker: BreakerState }>>> }
  readonly bundles: { health(): Promise<void>; files(release: Release): Promise<string[]> }
  /** Null without REDIS_URL. */
  readonly redis: { readonly isReady: boolean } | null
  /** Null when this instance runs no jobs. */
  readonly jobs: { check(): Promise<void> } | null
}

interface Probes {
  rollouts(): ReturnType<ReleasesRepository['rollouts']>
  store(): Promise<void>
  disk(): Promise<void>
  page(): Promise<string | null>
  /** Null on an instance without jobs. */
  jobs: (() => Promise<void>) | null
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/**
 * Jobs do not affect `/ready`: requests do not need them, and their database is shared, so that taking instances
 * out of rotation would only add an outage.
 */
function describeJobs(jobs: boolean | null) {
  if (jobs === null) return { ok: true, detail: 'off on this instance: it has no DATABASE_URL' }
  if (jobs) return { ok: true }
  return {
    ok: false,
    detail: 'not running: settlement, grants, sweeps and mails wait. The log has the reason',
  }
}

/** @returns what visitors get instead of the page; null if it can be served */
async function findPageFault({ releases, bundles }: HealthPorts): Promise<string | null> {
  const catalogue = await releases.read().catch(() => null)
  if (!catalogue)
    return 'no registry could be read: visitors get the static page, which starts with what their browser stored'
  const { liveShell } = catalogue
  if (!liveShell) return 'no shell release is published: visitors get a page that says so'
  const stored = await bundles.files(liveShell)
  if (stored.includes(liveShell.entry)) return null
  return `the bundle store has no files of shell ${liveShell.version}: pages fail with 500, and their scripts with 404`
}

/** Names the releases that are not served because their files are damaged. */
async function describeReleases(releases: HealthPorts['releases']) {
  // A registry that cannot be read shows in the data service.
  const { damaged } = await releases.read().catch(() => ({ damaged: [] }))
  if (damaged.length === 0) return { ok: true }
  const names = damaged.map(({ name, version, file }) => `${name} ${version} (${file})`)
  return {
    ok: false,
    detail: `quarantined, because a file is not the one that was released: ${names.join(', ')}`,
  }
}

const describe = (ok: boolean, detail: string) => ({ ok, ...(ok ? {} : { detail }) })

async function probe(
  { upstream: services, releases, redis }: HealthPorts,
  { rollouts, store, disk, page, jobs }: Probes,
): Promise<HealthAnswer> {
  const storeProbe = succeeds(store())
  const diskProbe = succeeds(disk())
  const jobsProbe = jobs ? succeeds(jobs()) : null
  const pageProbe = page().catch(() => 'the bundle store does not answer: only files in memory are served')
  const dataOk = await succeeds(rollouts())
  const pageFault = await pageProbe
  const upstream = Object.entries(services.state()).map(([name, state]) => {
    const ok = state?.breaker !== 'open'
    return [name, describe(ok, 'paused after failures; retried automatically')] as const
  })
  const parts = {
    'data service': describe(dataOk, 'not answering'),
    'database disk': describe(await diskProbe, 'cannot be written: picks, runs and sign-ups fail'),
    page: describe(pageFault === null, pageFault ?? ''),
    'bundle store': describe(await storeProbe, 'cannot be written: releases will fail'),
    ...(redis && {
      redis: describe(redis.isReady, 'not answering: limits, pacing and caches apply to each instance'),
    }),
    releases: await describeReleases(releases),
    jobs: describeJobs(jobsProbe && (await jobsProbe)),
    ...Object.fromEntries(upstream),
  }
  const allWell = Object.values(parts).every(({ ok }) => ok)
  // Caches bridge the outage of an upstream service. Without the data service nothing works.
  if (!dataOk) return { status: 'down', parts }
  return { status: allWell ? 'ok' : 'degraded', parts }
}

/**
 * Creates the health check (N13). It probes the parts at most once a second, each with a timeout of two
 * seconds.
 */
export function checkHealth(deps: HealthPorts): () => Promise<HealthAnswer> {
  const rollouts = memoize(MEMO_MS, PART_TIMEOUT_MS, () => deps.repositories.releases.rollouts())
  const store = memoize(STORE_MEMO_MS, PART_TIMEOUT_MS, () => deps.bundles.health())
  const disk = memoize(STORE_MEMO_MS, PART_TIMEOUT_MS, () => deps.repositories.operations.probeStorage())
  const page = memoize(MEMO_MS, PART_TIMEOUT_MS, () => findPageFault(deps))
  const { jobs } = deps
  const checkJobs = jobs ? memoize(JOBS_MEMO_MS, PART_TIMEOUT_MS, () => jobs.check()) : null
  return () => probe(deps, { rollouts, store, disk, page, jobs: checkJobs })
}
