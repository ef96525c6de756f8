import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccounts } from '../bulk-accounts.ts'
import { openPersonas, type Personas } from '../persona-clients.ts'

const RACERS = 20
const ROUNDS = 10
/** Four messages each, so both orders of a deletion occur many times. */
const DELETIONS = 30
const MINUTE_MS = 60_000

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

interface Claimed {
  id: string
  attempt: number
}
const createMessage = (more: object = {}) => ({
  p_id: randomUUID(),
  p_user: null,
  p_name: 'Ada',
  p_email: 'ada@example.com',
  p_subject: 'bug',
  p_message: 'The bars are upside down',
  p_lease_seconds: 0,
  ...more,
})
const store = (body: object) => personas.admin.rpc('store_contact_message', body)
const settleAttempt = (id: string, attempt: number, error: string | null) =>
  personas.admin.rpc('settle_contact_message', { p_id: id, p_attempt: attempt, p_error: error })
const claim = async (seconds = 60): Promise<Claimed | null> =>
  (await personas.admin.rpc('claim_contact_message', { p_lease_seconds: seconds })).data
const rowOf = async (id: string) =>
  (await personas.admin.from('contact_messages').select('*').eq('id', id).maybeSingle()).data
/** Claims everything that is due, so that a test sees only its own messages. */
async function claimAllDue(): Promise<void> {
  let claimed = await claim(3_600)
  while (claimed) claimed = await claim(3_600)
}

describe('S9 a contact message', () => {
  it('is stored once per id, and another text under the same id is refused', async () => {
    const body = createMessage({ p_lease_seconds: 60 })
    expect((await store(body)).data).toMatchObject({ sent: false, attempt: 1 })
    expect((await store(body)).data).toMatchObject({ sent: false, attempt: null })
    await settleAttempt(body.p_id, 1, null)
    expect((await store(body)).data).toMatchObject({ sent: true, attempt: null })
    const { error, status } = await store({ ...body, p_message: 'Something else' })
    expect([status, error?.message]).toEqual([409, 'Another message was sent under this id'])
    expect(await rowOf(body.p_id)).toMatchObject({
      user_id: null,
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'bug',
      message: body.p_message,
      attempts: 1,
      sent_at: expect.any(String),
      last_error: null,
    })
  })

  it('is stored once by 20 concurrent calls, and one of them sends it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = createMessage({ p_lease_seconds: 60 })
      const answers = await Promise.all(Array.from({ length: RACERS }, () => store(body)))
      expect(answers.filter(({ data }) => data?.attempt === 1)).toHaveLength(1)
      expect(answers.every(({ error }) => error === null)).toBe(true)
    }
  })

  it('that is due is claimed by one of 20 concurrent workers', async () => {
    await claimAllDue()
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const body = createMessage()
          await store(body)
          return body.p_id
        }),
      )
      const claimed = await Promise.all(Array.from({ length: RACERS }, () => claim()))
      expect(claimed.flatMap((each) => each?.id ?? []).sort()).toEqual(ids.sort())
      await Promise.all(ids.map((id) => settleAttempt(id, 2, null)))
    }
  })

  it('doubles its delay after each failed attempt, and ignores the failure of a superseded attempt', async () => {
    await claimAllDue()
    const body = createMessage()
    await store(body)
    for (const [attempt, minutes] of [
      [2, 2],
      [3, 4],
    ] as const) {
      const before = await claim(0)
      expect(before).toMatchObject({ id: body.p_id, attempt })
      await settleAttempt(body.p_id, attempt - 1, 'too late')
      const again = await rowOf(body.p_id)
      expect(again).toMatchObject({ attempts: attempt })
      expect(Date.parse(again.due_at)).toBeLessThan(Date.now() + MINUTE_MS / 2)
      if (attempt === 2) continue
      await settleAttempt(body.p_id, attempt, 'The server is away')
      const row = await rowOf(body.p_id)
      expect(row).toMatchObject({ last_error: 'The server is away', sent_at: null })
      expect(Math.round((Date.parse(row.due_at) - Date.now()) / MINUTE_MS)).toBe(minutes)
    }
    expect(await claim()).toBeNull()
  })

  it('counts as sent when any attempt succeeded, also a superseded one', async () => {
    await claimAllDue()
    const body = createMessage()
    await store(body)
    expect(await claim(0)).toMatchObject({ attempt: 2 })
    expect(await claim(0)).toMatchObject({ attempt: 3 })
    await settleAttempt(body.p_id, 2, null)
    expect((await rowOf(body.p_id)).sent_at).not.toBeNull()
    await settleAttempt(body.p_id, 3, 'The server is away')
    expect(await rowOf(body.p_id)).toMatchObject({ sent_at: expect.any(String), last_error: null })
    expect(await claim()).toBeNull()
  })

  it('is deleted the given days after it was sent, and kept while unsent', async () => {
    const sent = createMessage({ p_lease_seconds: 60 })
    const unsent = createMessage({ p_lease_seconds: 60 })
    await store(sent)
    await store(unsent)
    await settleAttempt(sent.p_id, 1, null)
    await personas.admin.rpc('forget_contact_messages', { p_days: 365 })
    expect(await rowOf(sent.p_id)).not.toBeNull()
    const { data } = await personas.admin.rpc('forget_contact_messages', { p_days: -1 })
    expect(data).toBeGreaterThan(0)
    expect(await rowOf(sent.p_id)).toBeNull()
    expect(await rowOf(unsent.p_id)).not.toBeNull()
  })

  it('is deleted with its account, and stored without an account when that no longer exists', async () => {
    const user = await personas.createUser()
    const body = createMessage({ p_user: user.id, p_lease_seconds: 60 })
    await store(body)
    expect(await rowOf(body.p_id)).toMatchObject({ user_id: user.id })
    const { embedded } = personas.service
    if (embedded) await embedded.sql`delete from auth.users where id = ${user.id}`
    else expect((await personas.admin.auth.admin.deleteUser(user.id)).error).toBeNull()
    expect(await rowOf(body.p_id)).toBeNull()
    const late = createMessage({ p_user: user.id, p_lease_seconds: 60 })
    expect((await store(late)).error).toBeNull()
    expect(await rowOf(late.p_id)).toMatchObject({ user_id: null })
  })

  it('is accepted while its account is deleted', async (context) => {
    const { embedded } = personas.service
    if (!embedded) return context.skip('only the embedded service shows its database')
    const storedOutcomes = new Set<boolean>()
    for (const user of await createAccounts(embedded.sql, DELETIONS)) {
      const [{ email } = { email: '' }] = await embedded.sql<{ email: string }[]>`
        select email from auth.users where id = ${user}`
      const messages = Array.from({ length: 4 }, () => createMessage({ p_user: user, p_lease_seconds: 60 }))
      const [deletion, ...stored] = await Promise.all([
        personas.admin.rpc('delete_account', { p_user: user, p_email: email }),
        ...messages.map(store),
        personas.admin.rpc('set_developer', { p_email: email, p_granted: true, p_actor: 'admin key' }),
      ])
      expect(deletion.error).toBeNull()
      expect(stored.slice(0, 4).map(({ error }) => error)).toEqual([null, null, null, null])
      expect([204, 404]).toContain(stored[4]?.status)
      const rows = await Promise.all(messages.map(({ p_id }) => rowOf(p_id)))
      for (const row of rows) {
        if (row) expect(row.user_id).toBeNull()
        storedOutcomes.add(row !== null)
      }
    }
    // Both orders must occur; otherwise nothing raced.
    expect(storedOutcomes).toEqual(new Set([true, false]))
    return undefined
  }, 60_000)

  it.each([
    ['an unknown subject', { p_subject: 'sales' }],
    ['no name', { p_name: '' }],
    ['a message that is too long', { p_message: 'a'.repeat(5_001) }],
  ])('is refused with %s', async (_, more) => {
    expect((await store(createMessage({ ...more, p_lease_seconds: 60 }))).error?.code).toBe('23514')
  })
})
