import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signToken } from '@propsight/api/testing'
import { gamesTodayResponse, type Release } from '@propsight/shared/contracts'
import { MLB_MARKETS } from '@propsight/shared/domain'
import { buildAll, findApps, publishBuilds, readRelease } from '@propsight/tools/testing'
import postgres from 'postgres'
import { analyze, parseRecordType, playersOfBoard } from '../../support/analysis/run-analysis.ts'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { createBoardPicks } from '../../support/picks/board-picks.ts'
import { picksForParlays } from '../../support/picks/request-parlays.ts'
import type { LoadUser, VisitData } from './generator/messages.ts'
import { type Generators, startGenerators } from './generator/start-generators.ts'

const CREDITS = 100_000

/**
 * Creates users by SQL, through the triggers of the sign-up. No user here signs in, and a password would cost
 * 65 ms of bcrypt. Each user has a reservation, a profile, a session, the starting credits and a grant large
 * enough for any load. The tokens are signed in advance with the secret of the tests.
 */
export async function makeUsers(databaseUrl: string, count: number): Promise<LoadUser[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const code = `LOAD-${crypto.randomUUID().slice(0, 8)}`
    await sql`insert into public.access_codes (code, max_uses) values (${code}, ${count})`
    const emails = Array.from({ length: count }, () => `load-${crypto.randomUUID()}@example.com`)
    await sql`select public.reserve_access_code(${code}, email, '1990-01-31') from unnest(${emails}::text[]) email`
    const rows = await sql<{ id: string; email: string }[]>`
      insert into auth.users (id, email, aud, role, email_confirmed_at, created_at, updated_at)
      select gen_random_uuid(), email, 'authenticated', 'authenticated', now(), now(), now()
      from unnest(${emails}::text[]) email returning id, email`
    await sql`
      insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
      select id::uuid, ${CREDITS}, 0, 'grant', 'load' from unnest(${rows.map(({ id }) => id)}::text[]) id`
    const sessions = await sql<{ id: string; user_id: string }[]>`
      insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), id, now(), now() from auth.users where email = any(${emails}) returning id, user_id`
    const sessionOf = new Map(sessions.map(({ id, user_id }) => [user_id, id]))
    return await Promise.all(
      rows.map(async ({ id, email }) => {
        const session = sessionOf.get(id)
        const claims = { sub: id, email, expiresIn: '6h', ...(session ? { session } : {}) }
        return { id, token: await signToken(claims) }
      }),
    )
  } finally {
    await sql.end()
  }
}

/** Number of picks, each from a different club; low enough for a day with few games. */
const PICKS = 8

/**
 * Requests every board once at each instance and keeps the data that visits send. Afterwards the caches of
 * all instances are warm, so that the measurement covers the product and not the upstream.
 */
export async function readVisitData(
  { instances, createUser, publishableKey }: Cluster,
  url: string,
  users: readonly LoadUser[],
  refreshTokens: readonly string[],
): Promise<VisitData> {
  const payer = await createUser()
  const [first] = users
  if (!first) throw new Error('there are no users')
  const boards = new Map<string, VisitData['boards'][number]>()
  for (const instance of instances) {
    for (const category of MLB_MARKETS) {
      const { lines } = await analyze(instance.url, first.token, category, parseRecordType)
      boards.set(category, { category, players: playersOfBoard(lines) })
    }
  }
  const answer = await fetch(`${url}/api/games/today`)
  const { games } = gamesTodayResponse.parse(await answer.json())
  return {
    url,
    publishableKey,
    users,
    boards: [...boards.values()],
    picks: await createBoardPicks(url, payer, PICKS),
    parlayPicks: await picksForParlays(url, payer.token),
    clubs: games.baseball.map(({ homeTeam }) => homeTeam),
    refreshTokens,
  }
}

const SAMPLE_INTERVAL_MS = 100

export interface DatabaseWatch {
  /** Mean number of sessions since the last call: active, waiting for a lock, idle in transaction. */
  read(): { active: number; locked: number; idleInTransaction: number }
  stop(): Promise<void>
}

/** Samples the sessions of a database ten times a second, on a separate connection. */
export function watchDatabase(url: string): DatabaseWatch {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  let samples = 0
  let active = 0
  let locked = 0
  let open = 0
  let pendingSample: Promise<void> | null = null
  const sample = async () => {
    const [row] = await sql<{ active: number; locked: number; open: number }[]>`
      select count(*) filter (where state = 'active')::int as active,
        count(*) filter (where state = 'active' and wait_event_type = 'Lock')::int as locked,
        count(*) filter (where state like 'idle in transaction%')::int as open
      from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    if (!row) return
    samples += 1
    active += row.active
    locked += row.locked
    open += row.open
  }
  const timer = setInterval(() => {
    // A slow sample is not overlapped by another one.
    pendingSample ??= sample().finally(() => {
      pendingSample = null
    })
  }, SAMPLE_INTERVAL_MS)
  return {
    read() {
      const mean = (sum: number) => sum / Math.max(1, samples)
      const means = { active: mean(active), locked: mean(locked), idleInTransaction: mean(open) }
      samples = 0
      active = 0
      locked = 0
      open = 0
      return means
    },
    async stop() {
      clearInterval(timer)
      await pendingSample
      await sql.end()
    },
  }
}

/**
 * Enough that visits of one user rarely overlap, and few enough that their pick lists grow to a typical
 * length.
 */
const USERS = 400
/** Sessions that are renewed. Few, because each is created by a regular sign-up with bcrypt. */
const SESSIONS = 8

export interface LoadEnvironment {
  readonly cluster: Cluster
  readonly visitData: VisitData
  readonly generators: Generators
  readonly watch: DatabaseWatch
  stop(): Promise<void>
}

export interface LoadEnvironmentOptions {
  instances: 1 | 2
  generators: number
  note: (text: string) => void
  /** Added to the variables of every instance. */
  env?: Record<string, string>
}

/**
 * Retries a preparation step. On a busy machine the balancer occasionally finds no ready instance.
 */
async function retry<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1) throw error
    return retry(work, tries - 1)
  }
}

/**
 * Starts the built product with its own database, Redis (if this machine has one, and for two instances only)
 * and sample league, warms the caches, and starts the generators. One instance is visited directly, two
 * through the balancer.
 */
export async function startLoadEnvironment({
  instances,
  generators: count,
  note,
  env = {},
}: LoadEnvironmentOptions): Promise<LoadEnvironment> {
  const bundlesDir = mkdtempSync(join(tmpdir(), 'propsight-load-bundles-'))
  chmodSync(bundlesDir, 0o755)
  if (findApps().some(({ folder }) => !readRelease(join(folder, 'dist')))) await buildAll({ log: note })
  const cluster = await startCluster({
    instances,
    redis: instances > 1,
    env: { BUNDLES_DIR: bundlesDir, ...env },
  })
  const closers: (() => unknown)[] = [
    () => rmSync(bundlesDir, { recursive: true, force: true }),
    () => cluster.stop(),
  ]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    await publishBuilds({
      bundlesDir,
      publish: async (release: Release) => {
        await retry(async () => {
          const { error } = await cluster.admin.rpc('publish_release', { p_release: release })
          if (error) throw new Error(`publishing ${release.name}: ${error.message}`)
        })
      },
    })
    const users = await makeUsers(cluster.database.url, USERS)
    const sessions: string[] = []
    for (let at = 0; at < SESSIONS; at += 1) {
      const { client } = await retry(() => cluster.createUser())
      const { data } = await client.auth.getSession()
      if (data.session) sessions.push(data.session.refresh_token)
    }
    const url = instances === 1 ? (cluster.instances[0]?.url ?? cluster.url) : cluster.url
    const visitData = await retry(() => readVisitData(cluster, url, users, sessions))
    const watch = watchDatabase(cluster.database.url)
    closers.push(() => watch.stop())
    const generators = await startGenerators(visitData, count)
    closers.push(() => generators.stop())
    return { cluster, visitData, generators, watch, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
