import { createConnection } from 'node:net'
import { OPERATOR_KEY } from '@propsight/api/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { redisIsInstalled } from '../../support/services/temporary-redis.ts'
import { startTraffic } from './traffic.ts'

const NEW_ADMIN_KEY = 'next-key-of-the-operator'
const METRICS_TOKENS = [
  'first-token-of-the-monitoring-system',
  'second-token-of-the-monitoring-system',
] as const
const ROLE = 'jobs_of_the_product'

/** Sends one command to a Redis, after the password if one is needed. @returns its answer */
const callRedis = (url: string, command: string, password = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = createConnection(Number(port), hostname)
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
    socket.end(`${password === '' ? '' : `AUTH ${password}\r\n`}${command}\r\n`)
  })

// Each secret is replaced as docs/deploying.md says, while users are served.
describe.skipIf(!redisIsInstalled())('rotating the secrets of a running product', () => {
  let cluster: Cluster
  let sql: postgres.Sql
  /** What an instance is started with, as the operator has rotated it so far. */
  let settings: Record<string, string>
  const redisUrl = (password: string) =>
    Object.assign(new URL(cluster.redis?.url ?? ''), { username: 'default', password }).href
  const databaseUrl = (password: string) =>
    Object.assign(new URL(cluster.database.url), { username: ROLE, password }).href
  const metrics = (token: string) =>
    fetch(`${cluster.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const users = (key: string) =>
    fetch(`${cluster.url}/api/admin/users`, { headers: { authorization: `Bearer ${key}` } })

  /**
   * Replaces every instance by one with other settings, under traffic of all kinds.
   * @returns failed requests
   */
  async function replaceInstances(more: Record<string, string>): Promise<string[]> {
    settings = { ...settings, ...more }
    const stop = await startTraffic(cluster)
    for (const old of [...cluster.instances]) {
      await cluster.addInstance(settings)
      await cluster.removeInstance(old)
    }
    const { answered, failures } = await stop()
    expect(answered.size).toBe(8)
    return [...new Set(failures)]
  }

  beforeAll(async () => {
    cluster = await startCluster()
    sql = postgres(cluster.database.url, { max: 1, onnotice: () => undefined })
    await sql.unsafe(`create role ${ROLE} superuser login password 'first'`)
    await callRedis(cluster.redis?.url ?? '', 'ACL SETUSER default resetpass >first')
    settings = {}
    await replaceInstances({
      METRICS_TOKEN: METRICS_TOKENS[0],
      REDIS_URL: redisUrl('first'),
      DATABASE_URL: databaseUrl('first'),
    })
  }, 180_000)
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    await cluster?.stop()
  }, 60_000)

  it('the password of Redis: the second is added, the instances are replaced, and the first ends', async () => {
    const { url = '' } = cluster.redis ?? {}
    expect(await callRedis(url, 'ACL SETUSER default >second', 'first')).toContain('+OK\r\n+OK')
    expect(await replaceInstances({ REDIS_URL: redisUrl('second') })).toEqual([])
    expect(await callRedis(url, 'ACL SETUSER default <first', 'second')).toContain('+OK\r\n+OK')
    expect(await callRedis(url, 'PING', 'first')).toContain('WRONGPASS')
    const text = await (await metrics(METRICS_TOKENS[0])).text()
    expect(text).toContain('\npropsight_redis_up 1')
  }, 180_000)

  it('the password of the database: requests go on while jobs wait for instances with the new one', async () => {
    await sql.unsafe(`alter role ${ROLE} password 'second'`)
    // As a platform does that restarts its pooler.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${ROLE}`
    expect(await replaceInstances({ DATABASE_URL: databaseUrl('second') })).toEqual([])
    const text = await (await metrics(METRICS_TOKENS[0])).text()
    expect(text).toContain('propsight_figures_read{source="jobs"} 1')
  }, 180_000)

  it('the token of the monitoring system: the first one ends, and nothing is locked', async () => {
    expect(await replaceInstances({ METRICS_TOKEN: METRICS_TOKENS[1] })).toEqual([])
    for (let scrape = 0; scrape < 6; scrape += 1)
      expect((await metrics(METRICS_TOKENS[0])).status).not.toBe(200)
    expect((await metrics(METRICS_TOKENS[1])).status).toBe(200)
    expect((await users(OPERATOR_KEY)).status).toBe(200)
  }, 180_000)

  it('the admin key: the first one ends', async () => {
    const failures = await replaceInstances({ ADMIN_KEY: NEW_ADMIN_KEY })
    // A deploy with the first key is refused by the instances that have the new one.
    expect(failures.filter((failure) => !failure.startsWith('an upload: answered 401'))).toEqual([])
    expect((await users(OPERATOR_KEY)).status).toBe(401)
    expect((await users(NEW_ADMIN_KEY)).status).toBe(200)
  }, 180_000)
})
