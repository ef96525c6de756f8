import { randomUUID } from 'node:crypto'
import { emptyUpstream, startTestApi, type TestApi, type TestUser } from '@propsight/api/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createForecastRow } from '../pick-fixtures.ts'

/** Live tables, each with its archive and the column of its months. */
const HISTORY = {
  credit_ledger: ['archived_ledger', 'created_at'],
  runs: ['archived_runs', 'created_at'],
  past_parlays: ['archived_parlays', 'created_at'],
  track_legs: ['archived_legs', 'promised_at'],
} as const
const MONTHS = 6

describe.skipIf(process.env.SUPABASE_URL)('the archive of earlier months', () => {
  let api: TestApi
  let sql: postgres.Sql
  let user: TestUser
  beforeAll(async () => {
    api = await startTestApi({ upstream: emptyUpstream, jobs: false })
    sql = postgres(api.databaseUrl, { max: 4, onnotice: () => {} })
  })
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    await api?.close()
  })
  beforeEach(async () => {
    user = await api.createUser()
  })

  const call = (name: string, args: object) => api.admin.rpc(name, args)
  const start = (feature: string, key: string) =>
    call('start_run', {
      ...{
        p_user: user.id,
        p_feature: feature,
        p_category: 'Hits',
        p_cost: 1,
        p_key: key,
        p_ttl_seconds: 600,
      },
    })
  async function analyse(feature = 'quick', key: string = randomUUID()) {
    const run = (await start(feature, key)).data.id as string
    if (feature === 'quick')
      await call('deliver_run', { p_run: run, p_user: user.id, p_picture: null, p_covers: ['a'] })
    return run
  }
  /** A parlay of two lines that have ended; with `open`, the second one has not. */
  async function addParlay(key: string, open = false) {
    const run = await analyse('parlay', key)
    const details = {
      ...{ id: randomUUID(), rank: 1, parlaySize: 2, overallConfidence: 50, picks: [], insights: {} },
    }
    const legs = [1, 2].map((leg) => createForecastRow({ leg }))
    await call('save_parlays', { p_run: run, p_user: user.id, p_parlays: [{ details, legs }] })
    await sql`update public.track_legs set status = 'winner', actual = 2, settled_at = now()
      where parlay_id = ${details.id} and leg <= ${open ? 1 : 2}`
    if (!open) await call('grade_parlays', { p_outcomes: [{ id: details.id, outcome: 'won', paid: 3 }] })
    return details.id
  }
  /** Moves the rows of all accounts into the past, because the ledger is in the order of time. */
  const age = (months: number) =>
    sql.begin(async (owner) => {
      await owner`set local session_replication_role = replica`
      for (const [table, [, column]] of Object.entries(HISTORY))
        await owner`update ${owner(`public.${table}`)} set ${owner(column)} = ${owner(column)}
          - make_interval(months => ${months})`
    })
  /** Runs the job until nothing is left. @returns rows moved */
  async function archive() {
    const operations = api.instances[0]?.deps.repositories.operations
    let moved = 0
    for (let after: number | null = 0; after !== null && operations; ) {
      const answer = await operations.archiveHistory(MONTHS, 3, after)
      moved += answer.moved
      after = answer.next
    }
    return moved
  }
  /** Every row of the account in both tables, by table. */
  async function readRows(which: 0 | 1 | 2 = 2) {
    const found: Record<string, unknown[]> = {}
    for (const [table, [archived, column]] of Object.entries(HISTORY)) {
      const names = [table, archived].filter((_, at) => which === 2 || which === at)
      const rows = await Promise.all(
        names.map((name) => sql`select * from ${sql(`public.${name}`)} where user_id = ${user.id}`),
      )
      found[table] = rows
        .flat()
        .toSorted((a, b) => +a[column] - +b[column] || (`${a.id}` < `${b.id}` ? -1 : 1))
    }
    return found
  }
  const count = (rows: Record<string, unknown[]>) =>
    Object.values(rows).reduce((sum, { length }) => sum + length, 0)
  const readBalance = async () => {
    const [row] =
      await sql`select credits, archived_credits + coalesce((select sum(delta) from public.credit_ledger l
      where l.user_id = p.user_id), 0)::int as sum from public.user_profiles p where user_id = ${user.id}`
    expect(row?.credits).toBe(row?.sum)
    return row?.credits as number
  }

  it('takes every row of ended months once, in partitions of their month, and nothing of later ones', async () => {
    await analyse()
    await addParlay(randomUUID())
    await age(MONTHS + 2)
    const old = await readRows()
    await analyse()
    const all = await readRows()
    expect(await archive()).toBeGreaterThanOrEqual(count(old))
    expect(await readRows(1)).toEqual(old)
    expect(await readRows()).toEqual(all)
    expect(await archive()).toBe(0)
    const [row] = await sql`select count(*)::int as partitions from pg_class
      where relispartition and relkind = 'r' and relname ~ '^archived_(ledger|runs|parlays|legs)_[0-9]{4}_[0-9]{2}$'
        and relrowsecurity and relacl::text !~ '(anon|authenticated|service_role|[{,])='`
    expect(row?.partitions).toBeGreaterThanOrEqual(4)
    expect(await readBalance()).toBe(17)
    expect((await api.instances[0]?.deps.repositories.operations.figures())?.unbalanced).toBe(0)
  })

  it('has the columns of each table in their order', async () => {
    for (const [table, [archived]] of Object.entries(HISTORY)) {
      const columns = (name: string) => sql`select attname, atttypid, atttypmod from pg_attribute
        where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped order by attnum`
      expect([...(await columns(archived))]).toEqual([...(await columns(table))])
    }
  })

  it('leaves what may still change: a held run, an open line, and the parlay and run of that line', async () => {
    const held = (await start('quick', randomUUID())).data.id
    const parlay = await addParlay(randomUUID(), true)
    await age(MONTHS + 2)
    await archive()
    const live = await readRows(0)
    expect(live.past_parlays).toMatchObject([{ id: parlay }])
    expect(live.track_legs).toMatchObject([{ parlay_id: parlay }, { parlay_id: parlay }])
    expect(live.runs).toHaveLength(2)
    // The welcome credits, two holds and the capture of the parlay.
    expect(live.credit_ledger).toEqual([])
    expect((await call('release_run', { p_run: held, p_reason: 'late' })).data).toBe(true)
    expect(await readBalance()).toBe(19)
    await sql`update public.track_legs set status = 'loser', actual = 0, settled_at = now() where settled_at is null`
    await call('grade_parlays', { p_outcomes: [{ id: parlay, outcome: 'lost', paid: 0 }] })
    await age(MONTHS + 2)
    await archive()
    expect(count(await readRows(0))).toBe(0)
  })

  it('keeps every key used: of a run, of the welcome credits, of an adjustment and of a refund', async () => {
    const key = randomUUID()
    const parlayKey = randomUUID()
    const run = await analyse('quick', key)
    await addParlay(parlayKey)
    const adjustment = { p_user: user.id, p_delta: 5, p_reason: 'a gift', p_key: randomUUID(), p_actor: 'me' }
    await call('adjust_credits', adjustment)
    await age(MONTHS + 2)
    await archive()
    const balance = await readBalance()
    expect((await start('quick', key)).error).toMatchObject({ message: expect.stringContaining('has ended') })
    const parlays = await call('parlays_of_run', { p_user: user.id, p_key: parlayKey })
    expect(parlays.data).toMatchObject([{ rank: 1, outcome: 'won' }])
    await sql`select public.grant_welcome(${user.id})`
    expect((await call('adjust_credits', adjustment)).data).toBe(balance)
    expect((await call('adjust_credits', { ...adjustment, p_delta: 6 })).error?.message).toContain(
      'another adjustment',
    )
    expect(await readBalance()).toBe(balance)
    const refund = () => call('refund_run', { p_run: run, p_reason: 'wrong logs', p_actor: 'me' })
    const refunds = await Promise.all([refund(), refund()])
    expect(refunds.map(({ data }) => data).toSorted()).toEqual([balance + 1, null])
    await age(MONTHS + 2)
    await archive()
    expect((await refund()).error?.message).toContain('given back already')
    expect(await readBalance()).toBe(balance + 1)
    // Whatever a later function forgets to ask, the table refuses.
    await expect(
      sql`insert into public.credit_ledger (user_id, delta, balance_after, reason, idempotency_key)
        values (${user.id}, 20, 0, 'welcome', 'welcome')`,
    ).rejects.toThrow('This key was used')
  })

  it('is part of the export, of the ledger of administrators, and of the pages of the record', async () => {
    await analyse()
    await addParlay(randomUUID())
    const readLedger = async () =>
      (await call('admin_ledger', { p_user: user.id, p_before: null, p_limit: 100 })).data.map(
        ({ id }: { id: number }) => id,
      )
    const ids = await readLedger()
    await age(MONTHS + 2)
    const before = await readRows()
    await archive()
    expect(await readLedger()).toEqual(ids)
    const [page] = await sql`select public.export_account_page(${user.id}, null) ->> 'text' as text`
    const { tables } = JSON.parse(page?.text)
    for (const [table, [archived]] of Object.entries(HISTORY)) {
      expect(tables[table], table).toEqual([])
      expect(tables[archived].length, archived).toBe(before[table]?.length)
    }
    for (const [archived, rows] of [
      ['archived_legs', 2],
      ['archived_parlays', 1],
    ] as const) {
      expect((await user.client.from(archived).select('id')).data).toHaveLength(rows)
      const other = await api.createUser()
      expect((await other.client.from(archived).select('id')).data).toEqual([])
    }
  })

  it('loses the person when the account is deleted, also while its rows are moved', async () => {
    await analyse()
    await addParlay(randomUUID())
    await age(MONTHS + 2)
    const { credit_ledger: ledger = [] } = await readRows()
    const [deleted] = await Promise.all([
      call('delete_account', { p_user: user.id, p_email: user.email }),
      archive(),
    ])
    expect(deleted.data).toBe(true)
    expect(count(await readRows())).toBe(0)
    await archive()
    const ids = ledger.map((row) => (row as { id: number }).id)
    const kept = await sql`select user_id, run_id, note, idempotency_key from public.archived_ledger
      where id = any(${ids})`
    expect(kept).toHaveLength(ids.length)
    expect(
      kept.every(
        (row) => row.user_id === null && row.run_id === null && /^closed:/.test(row.idempotency_key),
      ),
    ).toBe(true)
    await expect(sql`delete from public.archived_ledger where id = any(${ids})`).rejects.toThrow(
      'not changed',
    )
  })

  it('moves nothing when it is interrupted, and only one job moves rows at a time', async () => {
    const key = randomUUID()
    await analyse('quick', key)
    await age(MONTHS + 2)
    const before = await readRows(0)
    await sql`select public.add_archive_months(now() - interval '9 months', now())`
    const interrupted = sql.begin(async (owner) => {
      await owner`select public.archive_history(${MONTHS}, 100, 0)`
      throw new Error('killed')
    })
    await expect(interrupted).rejects.toThrow('killed')
    expect(await readRows(0)).toEqual(before)
    // A ledger row without its copy cannot be deleted.
    await expect(sql`delete from public.credit_ledger where user_id = ${user.id}`).rejects.toThrow(
      'not changed',
    )
    let repeated: ReturnType<typeof start> | undefined
    await sql.begin(async (owner) => {
      await owner`select public.archive_history(${MONTHS}, 1000, 0)`
      expect(await archive()).toBe(0)
      // Waits for the profile, and finds the key in the archive.
      repeated = start('quick', key)
      repeated.then(() => undefined)
      for (;;) {
        const [row] = await sql`select count(*)::int as waiting from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike '%start_run%'`
        if (row?.waiting > 0) break
      }
    })
    expect((await repeated)?.error?.message).toContain('has ended')
    expect(await readRows(1)).toEqual(before)
  })

  it('adds a month while charges and backups read the archive', async () => {
    const archives = Object.values(HISTORY).map(([archived]) => `public.${archived}`)
    await sql.begin(async (reader) => {
      await reader.unsafe(`lock table ${archives.join(', ')} in access share mode`)
      await sql`select public.add_archive_months('2031-01-15', '2031-01-15')`
    })
    const [row] = await sql`select to_regclass('public.archived_legs_2031_01') is not null as added`
    expect(row?.added).toBe(true)
  })

  it('refuses rows of the last two months', async () => {
    expect((await call('archive_history', { p_months: 1, p_accounts: 1, p_after: 0 })).status).toBe(400)
  })
})
