import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPERATOR_KEY, testVariables } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { reserveResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { startUpstreamProxy, type UpstreamProxy } from '../faults/upstream-proxy.ts'
import { type ApiProcess, startApiProcess } from '../product/api-process.ts'
import { temporaryDatabase } from '../services/temporary-database.ts'
import { redisIsInstalled, startTemporaryRedis, type TemporaryRedis } from '../services/temporary-redis.ts'
import { type Balancer, startBalancer } from './balancer.ts'

/** Options of Node with which the image starts the API: instances of a cluster are hosted ones. */
const [, HOSTED = ''] =
  /^CMD \["node", (.*), "api\/src\/main\.ts"\]$/m.exec(
    readFileSync(join(import.meta.dirname, '../../../Containerfile'), 'utf8'),
  ) ?? []
const HOSTED_OPTIONS: string[] = JSON.parse(`[${HOSTED}]`)

/** Before the first game of the sample league's day. */
const CLOCK = 'frozen:2026-07-18T16:00:00Z'

export interface ClusterUser {
  id: string
  email: string
  password: string
  token: string
  /** supabase-js as this user, through the balancer. */
  client: SupabaseClient
}

export interface Cluster {
  /** Address of the balancer, for browsers and clients. */
  readonly url: string
  readonly balancer: Balancer
  /** The running instances. */
  readonly instances: readonly ApiProcess[]
  readonly database: Awaited<ReturnType<typeof temporaryDatabase>>
  /** Null if this machine has no Redis, or if it was not requested. */
  readonly redis: TemporaryRedis | null
  /** Proxy in front of the sample league that counts requests and injects faults. */
  readonly upstream: UpstreamProxy
  readonly publishableKey: string
  readonly adminKey: string
  /** Texts of the mails sent to an address, oldest first. */
  mailsTo(address: string): string[]
  /** supabase-js with the secret key, through the balancer. */
  readonly admin: SupabaseClient
  /**
   * Creates a user as the product does: reserve, sign up, redeem. Has the 20 starting credits plus `credits`.
   */
  createUser(more?: { credits: number }): Promise<ClusterUser>
  /** Starts another instance, also with other settings. Resolves when the balancer sends it requests. */
  addInstance(more?: Record<string, string>): Promise<ApiProcess>
  /** Starts an instance with other settings, unknown to the balancer. The caller stops it. */
  startInstance(more: Record<string, string>): Promise<ApiProcess>
  /** Stops an instance, by default gracefully (SIGTERM). Resolves when the process has exited. */
  removeInstance(instance: ApiProcess, signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

export interface ClusterOptions {
  instances?: number
  /** False for instances that share only the database. */
  redis?: boolean
  /** Added to the test variables of every instance. Rate limits are off by default. */
  env?: Record<string, string>
  /** Parent of the database folder. Default: a temporary folder. */
  databaseHome?: string
  /** Inserts a proxy between the instances and a service. @returns the address for the instances */
  between?: (part: 'database' | 'redis' | 'upstream', url: string) => Promise<string>
}

/** Reads the mail files, because the API serves no mailbox page behind a proxy. */
function mailsIn(folder: string, address: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return names
    .toSorted()
    .map((name): { to: string; text: string } => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .flatMap(({ to, text }) => (to === address ? [text] : []))
}

/**
 * Starts several API instances, each in a separate process, behind a balancer, with one PostgreSQL, one Redis
 * and one sample league. Instances, PostgreSQL and Redis can be killed or paused by pid.
 */
export async function startCluster({
  instances: count = 2,
  redis: useRedis = true,
  env = {},
  databaseHome,
  between = async (_part, url) => url,
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-cluster-'))
  const clock = env.LEAGUE_CLOCK ?? CLOCK
  const mailbox = join(folder, 'mailbox')
  const [database, league, redis, balancer] = await Promise.all([
    temporaryDatabase(databaseHome),
    startTestLeague({ clock: parseLeagueClock(clock) }),
    useRedis && redisIsInstalled() ? startTemporaryRedis() : null,
    startBalancer(),
  ])
  const upstream = await startUpstreamProxy(league.url)
  const [databaseUrl, upstreamUrl, redisUrl] = await Promise.all([
    between('database', database.url),
    between('upstream', upstream.url),
    redis ? between('redis', redis.url) : null,
  ])
  const instances: ApiProcess[] = []

  const startInstance = (more: Record<string, string>) => {
    const variables = {
      // Longer than the balancer needs to notice that an instance is no longer ready.
      STOP_DELAY_MS: '3000',
      STOP_DRAIN_MS: '20000',
      EMBEDDED_DATABASE_URL: databaseUrl,
      STATS_API_URL: upstreamUrl,
      LINES_URL: upstreamUrl,
      LEAGUE_CLOCK: clock,
      BUNDLES_DIR: join(folder, 'bundles'),
      MAILBOX_DIR: mailbox,
      PUBLIC_URL: balancer.url,
      ADMIN_KEY: OPERATOR_KEY,
      TRUST_PROXY: '1',
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      ...env,
      ...more,
    }
    return startApiProcess(variables, undefined, HOSTED_OPTIONS)
  }
  const addInstance = async (more: Record<string, string> = {}) => {
    const instance = await startInstance(more)
    instances.push(instance)
    await balancer.add(instance.url)
    return instance
  }
  const removeInstance = async (instance: ApiProcess, signal: NodeJS.Signals = 'SIGTERM') => {
    const exited = new Promise<void>((done) => instance.process.once('exit', () => done()))
    instance.process.kill(signal)
    await exited
    balancer.remove(instance.url)
    instances.splice(instances.indexOf(instance), 1)
  }
  const stop = async () => {
    await Promise.all(instances.map((instance) => instance.stop()))
    await balancer.close()
    await upstream.close()
    await league.close()
    await redis?.stop()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // All at once: on the empty database one of them applies the migrations while the others wait.
    await Promise.all(Array.from({ length: count }, () => addInstance()))
  } catch (error) {
    await stop()
    throw error
  }

  const publishableKey = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''
  const stateless = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
  const admin = createClient(balancer.url, testVariables.SUPABASE_SECRET_KEY ?? '', stateless)
  const call = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(balancer.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return {
    url: balancer.url,
    balancer,
    instances,
    database,
    redis,
    upstream,
    publishableKey,
    adminKey: OPERATOR_KEY,
    mailsTo: (address) => mailsIn(mailbox, address),
    admin,
    addInstance,
    startInstance,
    removeInstance,
    stop,
    async createUser({ credits } = { credits: 0 }) {
      const code = `T-${randomUUID().slice(0, 13)}`
      const email = `u-${randomUUID()}@example.com`
      const password = randomUUID()
      const created = await admin.from('access_codes').insert({ code, max_uses: 1 })
      if (created.error) throw new Error(`the access code was not created: ${created.error.message}`)
      const place = await call('/api/access/reserve', { code, email, dateOfBirth: '1990-01-31' })
      const { secret } = reserveResponse.parse(place)
      const client = createClient(balancer.url, publishableKey, stateless)
      const { data, error } = await client.auth.signUp({
        email,
        password,
        options: { data: { reservation: secret } },
      })
      if (error || !data.session)
        throw new Error(`the sign-up was refused: ${error?.message ?? 'no session'}`)
      await call('/api/access/redeem', { code }, data.session.access_token)
      const { id } = data.session.user
      const adjustment = { userId: id, delta: credits, reason: 'a test', idempotencyKey: randomUUID() }
      if (credits > 0) await call('/api/admin/adjust-credits', adjustment, OPERATOR_KEY)
      return { id, email, password, token: data.session.access_token, client }
    },
  }
}
