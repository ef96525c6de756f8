import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reserveResponse } from '@propsight/shared/contracts'
import { startEmbedded } from '@propsight/supabase/embedded'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Logger } from 'pino'
import { readEnvironment } from '../platform/config/env.ts'
import { createLog } from '../platform/config/log.ts'
import { type RunningApi, startApi } from '../server/start-api.ts'
import { examineInProcess } from '../services/releases/deploy/examine-here.ts'
import type { Upstream } from '../sources/upstream.ts'
import { createTestDatabase } from './database-server.ts'
import { testVariables } from './test-env.ts'

export interface TestApiOptions {
  /** Number of API instances on one database; each has its own port and its own memory. */
  instances?: 1 | 2
  /** Redis for shared counters and caches; without it, each instance has its own. */
  redisUrl?: string
  /** Address of a fake league server, used as stats service and as lines service. */
  leagueUrl?: string
  upstream?: Upstream
  /** Releases to serve; an empty store by default. */
  bundlesDir?: string
  /** An existing database to use instead of a temporary one; it is not removed. */
  databaseUrl?: string
  /** False to run without background jobs, for tests whose data the jobs would change. */
  jobs?: boolean
  /** Log of all instances. Default: one at `LOG_LEVEL`, which is silent. */
  log?: Logger
  /** Additional or changed environment variables. Rate limits are off by default. */
  env?: Record<string, string>
}

export interface TestUser {
  id: string
  email: string
  password: string
  token: string
  /** supabase-js as this user, on the first instance. */
  client: SupabaseClient
}

export interface TestApi {
  /** The first instance. */
  url: string
  urls: string[]
  instances: RunningApi[]
  databaseUrl: string
  /** supabase-js with the rights of the server. */
  admin: SupabaseClient
  publishableKey: string
  /** Creates an access code with the given number of uses. */
  createCode(maxUses?: number): Promise<string>
  /** Signs up a new user by the real flow: reserve, sign up, redeem. */
  createUser(): Promise<TestUser>
  /** Closes the instances and removes the temporary database and files. */
  close(): Promise<void>
}

/** The catalogue of a migrated database, read by the first API of the process. */
const catalogue = {}

/** Starts the whole API with a temporary database, on ephemeral loopback ports. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'propsight-api-'))
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  const env = readEnvironment({
    ...testVariables,
    EMBEDDED_DATABASE_URL: databaseUrl,
    BUNDLES_DIR: options.bundlesDir ?? join(folder, 'bundles'),
    MAILBOX_DIR: join(folder, 'mailbox'),
    ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
    ...(options.leagueUrl ? { STATS_API_URL: options.leagueUrl, LINES_URL: options.leagueUrl } : {}),
    ...options.env,
  })
  const log = options.log ?? createLog(env.LOG_LEVEL)
  const instances: RunningApi[] = []
  const close = async () => {
    for (const api of instances.splice(0)) await api.close()
    await database?.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let count = 0; count < (options.instances ?? 1); count += 1) {
      instances.push(
        await startApi(options.jobs === false ? { ...env, DATABASE_URL: undefined } : env, {
          log,
          startEmbedded: (embedded) => startEmbedded({ ...embedded, catalogue }),
          // A process per deploy takes half a second; examine.test.ts and the browser tests cover it.
          examine: examineInProcess,
          ...(options.upstream ? { upstream: options.upstream } : {}),
        }),
      )
    }
  } catch (error) {
    await close()
    throw error
  }

  const urls = instances.map((api) => api.url)
  const [url = ''] = urls
  const stateless = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
  const admin = createClient(url, env.SUPABASE_SECRET_KEY, stateless)

  const createCode = async (maxUses = 1) => {
    const code = `T-${randomUUID().slice(0, 13)}`
    const { error } = await admin.from('access_codes').insert({ code, max_uses: maxUses })
    if (error) throw new Error(`no access code could be made: ${error.message}`)
    return code
  }
  const call = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  return {
    url,
    urls,
    instances,
    databaseUrl,
    admin,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
    createCode,
    async createUser() {
      const code = await createCode()
      const email = `u-${randomUUID()}@example.com`
      const password = randomUUID()
      const place = await call('/api/access/reserve', { code, email, dateOfBirth: '1990-01-31' })
      const { secret } = reserveResponse.parse(place)
      const client = createClient(url, env.SUPABASE_PUBLISHABLE_KEY, stateless)
      const { data, error } = await client.auth.signUp({
        email,
        password,
        options: { data: { reservation: secret } },
      })
      if (error) throw new Error(`the sign-up was refused: ${error.message}`)
      if (!data.session) throw new Error('the sign-up gave no session')
      await call('/api/access/redeem', { code }, data.session.access_token)
      return { id: data.session.user.id, email, password, token: data.session.access_token, client }
    },
    close,
  }
}
