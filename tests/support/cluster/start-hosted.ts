import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPasswordRule, testVariables } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { startEmbedded } from '@propsight/supabase/embedded'
import { command, ROOT } from '@propsight/tools/testing'
import { createClient } from '@supabase/supabase-js'
import { BEFORE_FIRST_GAME } from '../picks/request-parlays.ts'
import { type ApiProcess, startApiProcess } from '../product/api-process.ts'
import { startS3, type TestBucket } from '../services/start-s3.ts'
import { startStaticServer } from '../services/static-server.ts'
import { redisIsInstalled, startTemporaryRedis } from '../services/temporary-redis.ts'
import { tlsDatabase } from '../services/tls-database.ts'
import { type Balancer, startBalancer } from './balancer.ts'

export interface HostedSupabase {
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  close(): Promise<void>
}

const PASSWORD_MIN_LENGTH = 6

/**
 * Starts a data service at its own address, like a hosted Supabase project: API and browsers call it over
 * HTTP.
 * @param site address of the product, where links lead
 */
export async function startHostedSupabase(databaseUrl: string, site: string): Promise<HostedSupabase> {
  const { SUPABASE_PUBLISHABLE_KEY: publishableKey = '', SUPABASE_SECRET_KEY: secretKey = '' } = testVariables
  const server = createServer((request, response) => service.handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const service = await startEmbedded({
    databaseUrl,
    origin: url,
    siteUrl: site,
    redirectAllow: [`${site}/**`],
    passwordRule: createPasswordRule(PASSWORD_MIN_LENGTH),
    jwtSecret: testVariables.SUPABASE_JWT_SECRET ?? '',
    publishableKey,
    secretKey,
    onMail: () => {},
  })
  return {
    url,
    publishableKey,
    secretKey,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await service.close()
    },
  }
}

/** Starts an origin that serves the objects of the bucket with the headers of docs/deploying.md, like a CDN. */
const startCdn = (bucket: TestBucket, folder: string) =>
  startStaticServer({
    folder,
    async intercept({ url = '' }, response) {
      const object = await fetch(`${bucket.endpoint}/${bucket.name}${url}`)
      if (!object.ok || url.includes('/.')) return false
      response.writeHead(200, {
        'content-type': object.headers.get('content-type') ?? 'application/octet-stream',
        'cache-control': object.headers.get('cache-control') ?? 'no-store',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      response.end(Buffer.from(await object.arrayBuffer()))
      return true
    },
  })

const INSTANCES = 2

export interface Hosted {
  /** Address of the balancer. */
  readonly url: string
  readonly balancer: Balancer
  readonly instances: readonly ApiProcess[]
  /** Origin of the files of releases. */
  readonly cdn: string
  /** Environment of the operator commands: Supabase project, job database, bucket. */
  readonly variables: Record<string, string>
  /** An access code for one new account. */
  readonly demo: { readonly accessCode: string }
  stop(): Promise<void>
}

/** Runs an operator command (a file of `tools/tasks`). @throws Error with its output if it fails */
export async function operate(task: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, output } = await command('node', [join(ROOT, 'tools/tasks/product', `${task}.ts`), ...args], {
    env,
  })
  if (code !== 0) throw new Error(`${task} ended with ${code}\n${output}`)
  return output
}

/**
 * Starts the product as described in docs/deploying.md, without a supervisor: a separate data service, its
 * PostgreSQL with TLS and a private authority, a bucket with a CDN, Redis (if this machine has one), two API
 * processes that use them, and a balancer.
 */
export async function startHosted(): Promise<Hosted> {
  const home = mkdtempSync(join(tmpdir(), 'propsight-hosted-'))
  const closers: (() => Promise<unknown>)[] = [async () => rmSync(home, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const database = await tlsDatabase(home)
    closers.push(() => database.remove())
    const balancer = await startBalancer()
    closers.push(() => balancer.close())
    const service = await startHostedSupabase(database.url, balancer.url)
    closers.push(() => service.close())
    const bucket = await startS3()
    closers.push(() => bucket.close())
    const cdn = await startCdn(bucket, home)
    closers.push(() => cdn.stop())
    const redis = redisIsInstalled() ? await startTemporaryRedis() : null
    if (redis) closers.push(() => redis.stop())
    const league = await startTestLeague({ clock: parseLeagueClock(BEFORE_FIRST_GAME) })
    closers.push(() => league.close())

    const secretKey = testVariables.SUPABASE_SECRET_KEY ?? ''
    const variables = {
      SUPABASE_URL: service.url,
      SUPABASE_SECRET_KEY: secretKey,
      DATABASE_URL: database.tlsUrl(),
      BUNDLE_ORIGIN: cdn.url,
      PROPSIGHT_HOME: home,
      ...bucket.variables,
    }
    await operate('migrate', variables)
    await operate('release', variables)
    const instances = await Promise.all(
      Array.from({ length: INSTANCES }, () =>
        startApiProcess({
          ...variables,
          ...(redis ? { REDIS_URL: redis.url } : {}),
          STATS_API_URL: league.url,
          LINES_URL: league.url,
          LEAGUE_CLOCK: BEFORE_FIRST_GAME,
          PUBLIC_URL: balancer.url,
          TRUST_PROXY: '1',
        }),
      ),
    )
    closers.push(() => Promise.all(instances.map((instance) => instance.stop())))
    await Promise.all(instances.map(({ url }) => balancer.add(url)))

    const accessCode = 'HOSTED-1'
    const project = createClient(service.url, secretKey, { auth: { persistSession: false } })
    const { error } = await project.from('access_codes').insert({ code: accessCode, max_uses: 1 })
    if (error) throw new Error(`the access code was not created: ${error.message}`)
    return { url: balancer.url, balancer, instances, cdn: cdn.url, variables, demo: { accessCode }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
