import { type RawRequest, type RawResponse, sendRaw, testVariables } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoInternals } from './support/expect-safe.ts'
import { digestTables, openTarget, type Target } from './support/target.ts'

const PUBLISHABLE_KEY = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''

let target: Target
let tables: string[]
beforeAll(async () => {
  target = await openTarget()
  const { sql } = target
  const relations = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = 'public'::regnamespace order by 1`
  tables = relations.map(({ name }) => name)
}, 120_000)
afterAll(() => target?.close(), 30_000)

/** Expects an answer or a refusal, as from a hosted data service, but no 5xx: the database is available. */
function expectRefusedOrServed(sent: RawRequest, answered: RawResponse): void {
  const shown = `${sent.method} ${sent.path.slice(0, 300)} ${String(sent.body).slice(0, 200)} → ${answered.status} ${answered.text.slice(0, 300)}`
  expect(answered.status, shown).toBeLessThan(500)
  expectNoInternals(sent, answered, target.secrets)
}

describe('the data service', () => {
  it('keeps the data of other users unchanged under hostile writes', async () => {
    const { sql, owner, attacker } = target
    await sql`insert into public.my_picks (id, user_id, player_name, sport)
      values ('pick_1784390400000_abcdef', ${owner.id}, 'Ada', 'MLB')`
    const dataOfOthers = async () => {
      const digest = await digestTables(target)
      // Attackers may change their own picks.
      delete digest['public.my_picks']
      const others = await sql`select * from public.my_picks where user_id <> ${attacker.id} order by id`
      return { digest, others: JSON.stringify(others) }
    }
    const before = await dataOfOthers()
    for (const name of tables) {
      for (const verb of ['POST', 'PATCH', 'DELETE']) {
        for (const filter of [
          '',
          'user_id=not.is.null',
          `user_id=eq.${owner.id}`,
          'or=(id.not.is.null,user_id.not.is.null)',
        ]) {
          const sent = {
            method: verb,
            path: `/rest/v1/${name}?${filter}`,
            headers: {
              'content-type': 'application/json',
              apikey: PUBLISHABLE_KEY,
              authorization: `Bearer ${attacker.token}`,
              prefer: 'return=representation,resolution=merge-duplicates',
            },
            body: JSON.stringify({ user_id: owner.id, credits: 1e6, plan: 'pro', player_name: 'taken' }),
          }
          expectRefusedOrServed(sent, await sendRaw(target.url, sent))
        }
      }
    }
    expect(await dataOfOthers()).toEqual(before)
  }, 120_000)
})
