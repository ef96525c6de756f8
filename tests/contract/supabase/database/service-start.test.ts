import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryDatabase } from '../../../support/services/temporary-database.ts'
import { serveEmbeddedSupabase } from '../../../support/services/test-supabase.ts'

let database: Awaited<ReturnType<typeof temporaryDatabase>>
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database?.remove())

async function run(text: string) {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end({ timeout: 2 })
  }
}

describe('the embedded data service', () => {
  it('applies each migration once when two instances start at once on an empty database', async () => {
    const services = await Promise.all([
      serveEmbeddedSupabase(database.url),
      serveEmbeddedSupabase(database.url),
    ])
    for (const { url, publishableKey } of services) {
      const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })
      expect(answer.status).toBe(200)
    }
    await Promise.all(services.map((service) => service.close()))
    const [row] = await run(
      'select count(*)::int as n, count(distinct version)::int as v from supabase_migrations.schema_migrations',
    )
    expect(row?.n).toBeGreaterThan(1)
    expect(row?.v).toBe(row?.n)
  })

  it.each([
    [
      'grant update on public.user_profiles to authenticated',
      'authenticated may UPDATE public.user_profiles',
    ],
    [
      'grant update (credits) on public.user_profiles to authenticated',
      'UPDATE public.user_profiles.credits',
    ],
    ['grant insert on public.past_parlays to anon', 'anon may INSERT public.past_parlays'],
    [
      'alter table public.my_picks disable row level security',
      'row level security is off on public.my_picks',
    ],
  ])('refuses to start after "%s"', async (statement, message) => {
    await run(statement)
    await expect(serveEmbeddedSupabase(database.url)).rejects.toThrow(message)
    await run(`revoke update on public.user_profiles from authenticated;
      revoke update (credits) on public.user_profiles from authenticated;
      revoke insert on public.past_parlays from anon;
      alter table public.my_picks enable row level security`)
    await (await serveEmbeddedSupabase(database.url)).close()
  })

  it('starts with a table of a later release that users write, if its comment says so', async () => {
    await run(`create table public.later (user_id uuid primary key);
      alter table public.later enable row level security;
      grant insert on public.later to authenticated`)
    try {
      await expect(serveEmbeddedSupabase(database.url)).rejects.toThrow(
        'authenticated may INSERT public.later',
      )
      await run(`comment on table public.later is 'Users write their own rows.'`)
      await (await serveEmbeddedSupabase(database.url)).close()
    } finally {
      await run('drop table public.later')
    }
  })

  it('reads the catalogue at its start, and not in the first request of each user', async () => {
    const service = await serveEmbeddedSupabase(database.url)
    await run(`create table public.added (id int); alter table public.added enable row level security;
      grant select on public.added to anon`)
    const headers = { apikey: service.publishableKey, authorization: `Bearer ${service.publishableKey}` }
    try {
      const answers = await Promise.all(
        ['added', 'user_profiles'].map((table) =>
          fetch(`${service.url}/rest/v1/${table}?select=*`, { headers }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 401])
    } finally {
      await service.close()
      await run('drop table public.added')
    }
  })

  it('grants users no update of profiles at its first request', async () => {
    const service = await serveEmbeddedSupabase(database.url)
    const headers = { apikey: service.publishableKey, authorization: `Bearer ${service.publishableKey}` }
    await fetch(`${service.url}/rest/v1/my_picks?select=*`, { headers })
    await service.close()
    const [row] = await run(
      `select has_table_privilege('authenticated', 'public.user_profiles', 'UPDATE') as may`,
    )
    expect(row).toEqual({ may: false })
  })
})
