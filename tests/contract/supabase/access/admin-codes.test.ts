import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUNDS } from '../../../support/rounds.ts'
import { newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

const REFUSED = 'Invalid or already used access code'
const ACTOR = 'admin key'
let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const newCode = () => `A-${randomUUID()}`
const createCode = (code: string, more: object = {}) =>
  personas.admin.rpc('create_access_code', {
    p_code: code,
    p_max_uses: 1,
    p_expires_at: null,
    p_notes: null,
    p_actor: ACTOR,
    ...more,
  })
const changeCode = (action: 'delete' | 'restore', code: string) =>
  personas.admin.rpc(`${action}_access_code`, { p_code: code, p_actor: ACTOR })
const generateCodes = (codes: string[], key: string, more: object = {}) =>
  personas.admin.rpc('generate_access_codes', {
    p_codes: codes,
    p_prefix: '',
    p_max_uses: 2,
    p_expires_at: null,
    p_notes: 'a batch',
    p_key: key,
    p_actor: ACTOR,
    ...more,
  })
const signUp = (email: string) => personas.visitor().auth.signUp({ email, password: 'a-long-password' })
const redeem = (user: string, code: string) =>
  personas.admin.rpc('redeem_access_code', { p_user: user, p_code: code })
const listCodes = async (search: string) => {
  const { data } = await personas.admin.rpc('list_access_codes', {
    p_search: search,
    p_before: null,
    p_before_code: null,
    p_limit: 200,
  })
  return data as { code: string; reserved: number; uses_count: number }[]
}
const readAuditLog = async (target: string) => {
  const { data } = await personas.admin
    .from('admin_actions')
    .select('actor, action, detail')
    .eq('target', target)
    .order('id')
  return data?.map(({ actor, action }) => `${actor}: ${action}`)
}

describe('C4 creating a code', () => {
  it('is refused for a name that exists or was deleted', async () => {
    const code = newCode()
    expect((await createCode(code)).error).toBeNull()
    const again = await createCode(code)
    expect([again.status, again.error?.message]).toEqual([409, `There is already a code ${code}`])
    expect((await createCode(code.toLowerCase())).error?.message).toBe(`There is already a code ${code}`)
    await changeCode('delete', code)
    const afterwards = await createCode(code)
    expect([afterwards.status, afterwards.error?.message]).toEqual([
      409,
      `The code ${code} was deleted: restore it, or choose another one`,
    ])
    expect(await readAuditLog(code)).toEqual([`${ACTOR}: code-create`, `${ACTOR}: code-delete`])
  })

  it('is refused with an expiry in the past', async () => {
    const code = newCode()
    const { status, error } = await createCode(code, { p_expires_at: '2020-01-01T00:00:00Z' })
    expect([status, error?.message]).toEqual([400, 'Choose an expiry in the future'])
    expect(await readAuditLog(code)).toEqual([])
  })
})

describe('C5 a deleted code', () => {
  it('admits no accounts, is not listed, and loses its reservations', async () => {
    const code = newCode()
    const email = newEmail()
    await createCode(code, { p_max_uses: 5 })
    await personas.reserve(email, code)
    expect(await listCodes(code)).toMatchObject([{ code, reserved: 1, uses_count: 0 }])
    expect((await changeCode('delete', code)).error).toBeNull()
    expect(await listCodes(code)).toEqual([])
    expect((await personas.reserve(newEmail(), code)).error?.message).toBe(REFUSED)
    expect((await signUp(email)).error?.message).toBe('Access code required for new accounts')
    // A repeated deletion changes nothing and logs nothing.
    expect((await changeCode('delete', code)).error).toBeNull()
    expect((await readAuditLog(code))?.filter((line) => line.includes('delete'))).toHaveLength(1)
  })

  it('can still be redeemed by the accounts that it admitted', async () => {
    const code = newCode()
    const email = newEmail()
    await createCode(code)
    await personas.reserve(email, code)
    const { user } = sessionOf(await signUp(email))
    await changeCode('delete', code)
    expect((await redeem(user.id, code)).data).toBe(true)
    expect((await redeem(user.id, code)).data).toBe(true)
    const { data } = await personas.admin.from('user_profiles').select('email').eq('user_id', user.id)
    expect(data).toEqual([{ email }])
  })

  it('admits accounts again after it is restored, up to its uses', async () => {
    const code = newCode()
    await createCode(code, { p_max_uses: 1 })
    await changeCode('delete', code)
    expect((await changeCode('restore', code)).error).toBeNull()
    expect((await personas.reserve(newEmail(), code)).error).toBeNull()
    expect((await personas.reserve(newEmail(), code)).error?.message).toBe(REFUSED)
    expect((await changeCode('restore', newCode())).error?.message).toBe('There is no such code')
    expect((await changeCode('delete', newCode())).status).toBe(404)
  })

  it('admits only the sign-ups that bound a place before a concurrent deletion', async () => {
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const code = newCode()
      await createCode(code, { p_max_uses: 10 })
      const emails = Array.from({ length: 5 }, newEmail)
      await Promise.all(emails.map((email) => personas.reserve(email, code)))
      const [, ...answers] = await Promise.all([changeCode('delete', code), ...emails.map(signUp)])
      const admitted = answers.filter(({ error }) => error === null).length
      const { data } = await personas.admin
        .from('access_code_reservations')
        .select('user_id')
        .eq('code', code)
      expect(data).toHaveLength(admitted)
      expect(data?.every(({ user_id }) => user_id !== null)).toBe(true)
    }
  })
})

describe('C4 a batch of codes', () => {
  it('is created once per key, for concurrent and repeated calls', async () => {
    const key = randomUUID()
    const prefix = randomUUID().slice(0, 8)
    const codesOf = (attempt: number) => [`G${prefix}-${attempt}-a`, `G${prefix}-${attempt}-b`]
    const answers = await Promise.all([1, 2, 3, 4].map((attempt) => generateCodes(codesOf(attempt), key)))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await listCodes(`G${prefix}`)).toHaveLength(2)
    const other = await generateCodes(['one', 'two', 'three'], key)
    expect([other.status, other.error?.message]).toEqual([409, 'This key was used for other codes'])
    expect((await generateCodes(codesOf(9), key, { p_max_uses: 7 })).status).toBe(409)
    const { data } = await personas.admin
      .from('admin_actions')
      .select('detail')
      .eq('action', 'codes-generate')
    expect(data?.filter(({ detail }) => detail.key === key)).toMatchObject([{ detail: { count: 2 } }])
  })

  it('from a file is created completely or not at all, and the error names the row', async () => {
    const taken = newCode()
    const first = newCode()
    const second = newCode()
    await createCode(taken)
    const row = (code: string) => ({ code, maxUses: 3, expiresAt: null, notes: '=1+1' })
    const importCodes = (codes: object[]) =>
      personas.admin.rpc('import_access_codes', { p_rows: codes, p_actor: ACTOR })
    const failed = await importCodes([row(first), row(taken), row(second)])
    expect([failed.status, failed.error?.message]).toEqual([409, `Row 2: There is already a code ${taken}`])
    expect(await listCodes(first)).toEqual([])
    const expired = await importCodes([{ ...row(newCode()), expiresAt: '2020-01-01T00:00:00Z' }])
    expect([expired.status, expired.error?.message]).toEqual([400, 'Row 1: Choose an expiry in the future'])
    expect((await importCodes([row(first), row(second)])).error).toBeNull()
    expect(await listCodes(first)).toMatchObject([{ uses_count: 0, max_uses: 3, notes: '=1+1' }])
  })

  it('does not deadlock with an import of the same codes in reverse order', async () => {
    const codes = Array.from({ length: 30 }, newCode)
    const rows = codes.map((code) => ({ code, maxUses: 1, expiresAt: null, notes: null }))
    const answers = await Promise.all(
      [rows, rows.toReversed()].map((p_rows) =>
        personas.admin.rpc('import_access_codes', { p_rows, p_actor: ACTOR }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  })
})

describe('C4 the list of codes', () => {
  it('is searched by code and notes, and paged newest first without duplicates', async () => {
    const mark = randomUUID().slice(0, 8)
    await generateCodes(
      Array.from({ length: 7 }, (_, at) => `${mark}-${at}`),
      randomUUID(),
    )
    await createCode(newCode(), { p_notes: `For ${mark.toUpperCase()}, 100% off_` })
    const listedCodes: string[] = []
    let cursor: { created_at: string; code: string } | null = null
    for (;;) {
      const page: { data: { created_at: string; code: string }[] | null } = await personas.admin.rpc(
        'list_access_codes',
        {
          p_search: mark,
          p_before: cursor?.created_at ?? null,
          p_before_code: cursor?.code ?? null,
          p_limit: 3,
        },
      )
      listedCodes.push(...(page.data ?? []).map(({ code }) => code))
      cursor = page.data?.at(-1) ?? null
      if (!cursor) break
    }
    expect(listedCodes).toHaveLength(8)
    expect(new Set(listedCodes).size).toBe(8)
    expect(listedCodes.slice(1)).toEqual(Array.from({ length: 7 }, (_, at) => `${mark}-${6 - at}`))
    expect((await personas.admin.rpc('count_access_codes', { p_search: mark })).data).toBe(8)
    // SQL pattern characters are matched literally.
    expect((await personas.admin.rpc('count_access_codes', { p_search: `${mark}%` })).data).toBe(0)
  })
})
