import { type RawRequest, type RawResponse, sendRaw, testVariables } from '@propsight/api/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoInternals } from './support/expect-safe.ts'
import { randomDataRequest } from './support/random-data-request.ts'
import { digestTables, openTarget, type Target } from './support/target.ts'

/** Random requests for each table and verb, and for each function. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 2)
const PUBLISHABLE_KEY = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''
const AUTH = [
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'signup',
  'otp',
  'magiclink',
  'recover',
  'resend',
  'verify',
  'user',
  'settings',
]
const VERBS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']

let target: Target
let tables: string[]
let functions: string[]
beforeAll(async () => {
  target = await openTarget()
  const { sql } = target
  const relations = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = 'public'::regnamespace order by 1`
  const procedures = await sql<{ name: string }[]>`
    select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`
  tables = relations.map(({ name }) => name)
  functions = procedures.map(({ name }) => `/rest/v1/rpc/${name}`)
}, 120_000)
afterAll(() => target?.close(), 30_000)

/** Expects an answer or a refusal, as from a hosted data service, but no 5xx: the database is available. */
function expectRefusedOrServed(sent: RawRequest, answered: RawResponse): void {
  const shown = `${sent.method} ${sent.path.slice(0, 300)} ${String(sent.body).slice(0, 200)} → ${answered.status} ${answered.text.slice(0, 300)}`
  expect(answered.status, shown).toBeLessThan(500)
  expectNoInternals(sent, answered, target.secrets)
}

describe('the data service', () => {
  it('answers random calls of every table without a server error and without data of another user', async () => {
    const tokens = [target.attacker.token, PUBLISHABLE_KEY]
    const another = [target.owner.id, target.owner.email]
    for (const name of [...tables, 'no_such_table', 'auth.users', 'users', 'pg_user']) {
      for (const verb of VERBS) {
        await fc.assert(
          fc.asyncProperty(randomDataRequest(`/rest/v1/${name}`, verb, tokens), async (sent) => {
            const answered = await sendRaw(target.url, sent)
            expectRefusedOrServed(sent, answered)
            for (const text of another)
              expect(answered.text.includes(text), `${sent.method} ${sent.path} showed ${text}`).toBe(false)
          }),
          { numRuns: RUNS },
        )
      }
    }
  }, 300_000)

  it('answers random calls of every function and of auth without a server error and without secrets', async () => {
    for (const path of [...functions, ...AUTH.map((name) => `/auth/v1/${name}`)]) {
      for (const verb of ['GET', 'POST']) {
        await fc.assert(
          fc.asyncProperty(
            randomDataRequest(path, verb, [target.attacker.token, PUBLISHABLE_KEY]),
            async (sent) => {
              expectRefusedOrServed(sent, await sendRaw(target.url, sent))
            },
          ),
          { numRuns: RUNS },
        )
      }
    }
  }, 300_000)

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
