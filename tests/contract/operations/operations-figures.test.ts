import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { emptyUpstream, startTestApi, type TestApi, type TestUser } from '@propsight/api/testing'
import postgres from 'postgres'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The sample league's day in the tests' clock. */
const TODAY = '2026-07-15'

describe.skipIf(process.env.SUPABASE_URL)('the operations figures', () => {
  let api: TestApi
  let user: TestUser
  let sql: postgres.Sql
  beforeAll(async () => {
    api = await startTestApi({ upstream: emptyUpstream, jobs: false })
    user = await api.createUser()
    sql = postgres(api.databaseUrl, { max: 1, onnotice: () => {} })
  })
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    await api?.close()
  })

  const figures = async () => api.instances[0]?.deps.repositories.operations.figures()
  const hold = async () => {
    const answer = await fetch(`${api.url}/api/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }),
    })
    return ((await answer.json()) as { runId: string }).runId
  }
  const counted = async (name: string) => {
    const text = (await api.instances[0]?.deps.metrics.registry.metrics()) ?? ''
    return [...text.matchAll(new RegExp(`^${name}\\{?([^}\\n]*)\\}? (\\S+)$`, 'gm'))].map(
      ([, labels, value]) => [labels, Number(value)],
    )
  }

  it('count held runs, and expired holds that were not released', async () => {
    expect(await figures()).toMatchObject({ held: 0, heldCredits: 0, overdueHolds: 0, unbalanced: 0 })
    const run = await hold()
    expect(await figures()).toMatchObject({ held: 1, heldCredits: 1, overdueHolds: 0, unbalanced: 0 })
    await sql`update public.runs set expires_at = now() - interval '6 minutes' where id = ${run}`
    expect(await figures()).toMatchObject({ overdueHolds: 1 })
    await api.instances[0]?.deps.repositories.runs.sweep()
    expect(await figures()).toMatchObject({ held: 0, overdueHolds: 0 })
    expect(await counted('propsight_runs_total')).toEqual([
      ['event="held"', 1],
      ['event="swept"', 1],
    ])
  })

  it('count balances that differ from their ledger', async () => {
    // No function of the product can do this: only the database's owner can disable the guard.
    await sql.begin(async (owner) => {
      await owner`alter table public.user_profiles disable trigger user_profiles_guard_credits`
      await owner`update public.user_profiles set credits = credits + 5 where user_id = ${user.id}`
      await owner`alter table public.user_profiles enable trigger user_profiles_guard_credits`
    })
    expect(await figures()).toMatchObject({ unbalanced: 1 })
    await sql.begin(async (owner) => {
      await owner`alter table public.user_profiles disable trigger user_profiles_guard_credits`
      await owner`update public.user_profiles set credits = credits - 5 where user_id = ${user.id}`
      await owner`alter table public.user_profiles enable trigger user_profiles_guard_credits`
    })
    expect(await figures()).toMatchObject({ unbalanced: 0 })
  })

  it('report the age of the oldest open leg', async () => {
    expect(await figures()).toMatchObject({ openLegs: 0, oldestOpenLegDay: null })
    await sql`insert into public.track_legs
        (user_id, pick_id, player_name, team, league_day, stat_type, line, side, odds_type)
      values (${user.id}, 'pick_1', 'A Player', 'NYY', ${TODAY}::date - 4, 'Hits', 0.5, 'OVER', 'standard')`
    expect(await figures()).toMatchObject({ openLegs: 1, oldestOpenLegDay: '2026-07-11' })
    const fresh = await startTestApi({ upstream: emptyUpstream, jobs: false, databaseUrl: api.databaseUrl })
    const text = await fresh.instances[0]?.deps.metrics.registry.metrics()
    await fresh.close()
    expect(text).toContain('\npropsight_oldest_open_leg_days 4\n')
    expect(text).toContain('\npropsight_legs_open 1\n')
    expect(text).toContain('\npropsight_figures_read{source="database"} 1\n')
  })

  it('have no sample for what is not configured or has not happened yet', async () => {
    const text = (await api.instances[0]?.deps.metrics.registry.metrics()) ?? ''
    const sampled = (name: string) => new RegExp(`^${name} `, 'm').test(text)
    expect(sampled('propsight_database_bytes')).toBe(true)
    expect(
      [
        'propsight_redis_up',
        'propsight_disk_free_bytes',
        'propsight_backup_age_seconds',
        'propsight_certificate_seconds',
        'propsight_odds_read_age_seconds',
      ].filter(sampled),
    ).toEqual([])
  })

  it('report the size of the database, the age of the last backup and the end of the certificate', async () => {
    expect(await figures()).toMatchObject({ lastBackupAt: null })
    await sql`select public.log_admin_action('npm run backup', 'backup', 'project', '{}')`
    const issued = await generate([{ name: 'commonName', value: 'localhost' }], {
      notAfterDate: new Date(Date.now() + 10 * 86_400_000),
    })
    const site = createServer({ cert: issued.cert, key: issued.private })
    await once(site.listen(0, '127.0.0.1'), 'listening')
    const { port } = site.address() as AddressInfo
    const fresh = await startTestApi({
      upstream: emptyUpstream,
      jobs: false,
      databaseUrl: api.databaseUrl,
      env: { PUBLIC_URL: `https://localhost:${port}` },
    })
    const text = await fresh.instances[0]?.deps.metrics.registry.metrics()
    await fresh.close()
    site.close()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text ?? '')?.[1])
    expect(value('propsight_database_bytes')).toBeGreaterThan(1_000_000)
    expect(value('propsight_backup_age_seconds')).toBeLessThan(3_600)
    expect(Math.round(value('propsight_certificate_seconds') / 86_400)).toBe(10)
  })
})
