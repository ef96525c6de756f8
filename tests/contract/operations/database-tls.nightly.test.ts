import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApi, type TestApi } from '@propsight/api/testing'
import { appliedMigrations, migrateDatabase } from '@propsight/supabase/migrate'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startHostedSupabase } from '../../support/cluster/start-hosted.ts'
import { type TlsDatabase, tlsDatabase } from '../../support/services/tls-database.ts'

let folder: string
let database: TlsDatabase
let api: TestApi | null = null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-tls-'))
  database = await tlsDatabase(folder)
})
afterEach(async () => {
  await api?.close()
  api = null
})
afterAll(async () => {
  await database?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const startWith = async (jobsUrl: string) => {
  api = await startTestApi({ databaseUrl: database.url, env: { DATABASE_URL: jobsUrl } })
  return api
}
const health = async (url: string) => (await fetch(`${url}/health`)).json()

describe('a database with TLS and a private authority', () => {
  it('is migrated over a verified connection', async () => {
    await (await startHostedSupabase(database.url, 'http://127.0.0.1:9')).close()
    const applied = await appliedMigrations(database.tlsUrl())
    expect(applied.length).toBeGreaterThan(0)
    expect(await migrateDatabase(database.tlsUrl())).toEqual([])
  })

  it.each([
    ['no authority', () => database.tlsUrl('sslmode=require')],
    [
      'another authority',
      () => database.tlsUrl(`sslmode=verify-full&sslrootcert=${database.otherAuthority}`),
    ],
    [
      'a host name that is not in the certificate',
      () => database.tlsUrl().replace('@localhost', '@127.0.0.1'),
    ],
  ])('is not connected with %s', async (_what, url) => {
    await expect(appliedMigrations(url())).rejects.toThrow(/certificate|altnames|authority/i)
  })

  it('accepts any name of a server of the authority with verify-ca', async () => {
    const url = database.tlsUrl(`sslmode=verify-ca&sslrootcert=${database.authority}`)
    await expect(appliedMigrations(url.replace('@localhost', '@127.0.0.1'))).resolves.toBeDefined()
  })

  it('runs the jobs over encrypted connections only', async () => {
    const { instances, url } = await startWith(database.tlsUrl())
    await instances[0]?.jobsStarted
    const sql = postgres(database.url, { max: 1 })
    const connections = await sql`
      select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'propsight-jobs'`
    await sql.end({ timeout: 1 })
    expect(connections.length).toBeGreaterThan(0)
    expect(connections.every(({ ssl }) => ssl === true)).toBe(true)
    expect((await health(url)).parts.jobs).toEqual({ ok: true })
  })

  it('that the jobs cannot verify makes the health degraded, and the instance stays ready', async () => {
    const { url } = await startWith(database.tlsUrl('sslmode=require'))
    await expect
      .poll(() => health(url), { timeout: 60_000, interval: 500 })
      .toMatchObject({
        status: 'degraded',
        parts: { jobs: { ok: false, detail: expect.stringContaining('not running') } },
      })
    expect((await fetch(`${url}/ready`)).status).toBe(200)
  })
})
