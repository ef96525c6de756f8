import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { RACE, ROUNDS } from '../../../support/rounds.ts'
import { fetchWithRetry } from '../../../support/services/fetch-with-retry.ts'
import { ADULT, newEmail } from '../persona-clients.ts'
import { startTwoInstances, type TwoInstances, times } from '../two-instances.ts'

/** Rounds that run in parallel; they are independent of each other. */
const PARALLEL_ROUNDS = 4
let fixture: TwoInstances
let api: TwoInstances['api']
let sql: TwoInstances['sql']
beforeAll(async () => {
  fixture = await startTwoInstances(24)
  ;({ api, sql } = fixture)
})
afterAll(() => fixture?.close())

async function runRounds(runRound: (round: number) => Promise<void>) {
  let next = 0
  await Promise.all(
    times(PARALLEL_ROUNDS, async () => {
      while (next < ROUNDS) {
        const round = next
        next += 1
        await runRound(round)
      }
    }),
  )
}
const post = (instance: number, path: string, body: object, token?: string) =>
  fetchWithRetry(`${api.urls[instance % 2]}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: api.publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
/** A code with one use left. */
const createCodeWithOneUse = async () => {
  const code = `R-${randomUUID()}`
  await sql`insert into public.access_codes (code, max_uses, uses_count) values (${code}, 3, 2)`
  return code
}
const usesOf = async (code: string) =>
  (await sql<{ uses_count: number }[]>`select uses_count from public.access_codes where code = ${code}`)[0]
    ?.uses_count
const accountsOf = async (code: string) =>
  (await sql`select from public.access_code_reservations where code = ${code} and user_id is not null`).length

const reserve = (code: string, email: string) =>
  sql`
  select public.reserve_place(${code}, ${email}, ${ADULT}, '2025-08-05')`.then(
    () => true,
    () => false,
  )
/** Inserts the row of the auth service directly, without the slow password hash. */
const insertUser = (email: string) =>
  sql`
  insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${randomUUID()}, ${email}, now(), '{}', '{}')`.then(
    () => true,
    () => false,
  )

describe('C3 C5 a code with one use left', () => {
  it('admits one of 10 browsers that reserve, sign up and redeem at once', RACE, async () => {
    const browser = async (code: string, index: number) => {
      const email = newEmail()
      const reserved = await post(index, '/api/access/reserve', { code, email, dateOfBirth: ADULT })
      const { secret: reservation } = await reserved.json()
      const account = { email, password: 'a-long-password', data: { reservation } }
      const signedUp = await post(index + 1, '/auth/v1/signup', account)
      const { access_token: token } = await signedUp.json()
      const redeemed = token ? await post(index, '/api/access/redeem', { code }, token) : null
      return [reserved.status, signedUp.status, redeemed?.status ?? 0].join(' ')
    }
    await runRounds(async () => {
      const code = await createCodeWithOneUse()
      const outcomes = await Promise.all(times(10, (index) => browser(code, index)))
      expect(outcomes.toSorted()).toEqual(['200 200 200', ...times(9, () => '400 403 0')])
      expect([await usesOf(code), await accountsOf(code)]).toEqual([3, 1])
    })
  })

  it('admits one account at most when a reservation expires during concurrent sign-ups', RACE, async () => {
    let admitted = 0
    await runRounds(async (round) => {
      const code = await createCodeWithOneUse()
      const lateEmail = newEmail()
      const otherEmails = times(3, newEmail)
      await reserve(code, lateEmail)
      // Expires within 20 ms: before, during or after the concurrent calls.
      await sql`update public.access_code_reservations
        set reserved_until = clock_timestamp() + make_interval(secs => ${(round % 20) / 1_000})
        where email = ${lateEmail}`
      const outcomes = await Promise.all([
        insertUser(lateEmail),
        ...otherEmails.map(async (email) => (await reserve(code, email)) && insertUser(email)),
      ])
      const created = outcomes.filter(Boolean).length
      expect(created).toBeLessThanOrEqual(1)
      expect(await accountsOf(code)).toBe(created)
      admitted += created
    })
    expect(admitted).toBeGreaterThan(0)
  })

  it('loses no use by repeated reservations, concurrent or after expiry', RACE, async () => {
    await runRounds(async () => {
      const code = await createCodeWithOneUse()
      const first = newEmail()
      const second = newEmail()
      expect(await Promise.all(times(8, () => reserve(code, first)))).toEqual(times(8, () => true))
      expect(await reserve(code, second)).toBe(false)
      await sql`update public.access_code_reservations set reserved_until = now() where email = ${first}`
      expect(await Promise.all(times(4, () => reserve(code, second)))).toEqual(times(4, () => true))
      expect(await Promise.all([insertUser(first), insertUser(second)])).toEqual([false, true])
      expect([await usesOf(code), await accountsOf(code)]).toEqual([2, 1])
    })
  })
})

describe('A12 parallel changes of one e-mail address', () => {
  const profileOf = async (user: string) =>
    (
      await sql<{ email: string; changed: Date | null }[]>`
        select email, last_email_change as changed from public.user_profiles where user_id = ${user}`
    )[0]

  it('by 8 writers of the row let one succeed and refuse 7 with the reason', RACE, async () => {
    const { id } = await api.createUser()
    for (let round = 0; round < ROUNDS; round += 1) {
      await sql`update public.user_profiles set last_email_change = null where user_id = ${id}`
      const emails = times(8, newEmail)
      const outcomes = await Promise.all(
        emails.map((email) =>
          sql`update auth.users set email = ${email} where id = ${id}`.then(
            () => email,
            (error: Error) => error.message,
          ),
        ),
      )
      const winners = outcomes.filter((outcome) => emails.includes(outcome))
      expect(winners).toHaveLength(1)
      expect(outcomes.filter((one) => one === 'Email can only be changed once per month')).toHaveLength(7)
      expect((await profileOf(id))?.email).toBe(winners[0])
    }
  })

  it('by 4 links requested on two instances and followed at once apply one at most', RACE, async () => {
    const { id, token, password } = await api.createUser()
    const service = api.instances.map(({ deps }) => deps.mailbox)
    let changes = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await sql`update public.user_profiles set last_email_change = null where user_id = ${id}`
      const before = (await profileOf(id))?.email
      const emails = times(4, newEmail)
      await Promise.all(
        emails.map((email, index) =>
          fetch(`${api.urls[index % 2]}/auth/v1/user`, {
            method: 'PUT',
            headers: {
              'content-type': 'application/json',
              apikey: api.publishableKey,
              authorization: `Bearer ${token}`,
            },
            body: JSON.stringify({ email, current_password: password }),
          }),
        ),
      )
      const mails = (await service[0]?.list()) ?? []
      const links = mails.filter(({ to }) => emails.includes(to)).map(({ text }) => linkIn(text))
      await Promise.all(links.map((link) => openMailLink(api.urls[0] ?? '', link)))
      const after = await profileOf(id)
      if (after?.email === before) continue
      changes += 1
      expect(emails).toContain(after?.email)
      // A second change was refused: account and profile have the same address.
      const [user] = await sql<{ email: string }[]>`select email from auth.users where id = ${id}`
      expect(user?.email).toBe(after?.email)
      expect(after?.changed).not.toBeNull()
    }
    expect(changes).toBeGreaterThan(ROUNDS / 2)
  })
})
