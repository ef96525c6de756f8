import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, byService, openProject, type Project } from './open-project.ts'

let project: Project
beforeAll(async () => {
  project = await openProject()
})
afterAll(() => project?.close())

const SESSION = {
  access_token: expect.any(String),
  token_type: 'bearer',
  expires_in: 3_600,
  expires_at: expect.any(Number),
  refresh_token: expect.any(String),
  user: expect.objectContaining({ id: expect.any(String), email: expect.any(String), role: 'authenticated' }),
}
const errorCode = ({ body }: Answer): unknown => body.error_code ?? body.code
const codeOf = (answer: Answer) => [answer.status, errorCode(answer)]
const signIn = (body: object) => project.call('/auth/v1/token?grant_type=password', { body })
const refresh = (refresh_token: string) =>
  project.call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } })
const change = (as: string, body: object) => project.call('/auth/v1/user', { method: 'PUT', body, as })
const verify = (body: object) => project.call('/auth/v1/verify', { body })

describe('signUp', () => {
  it('without a reservation is refused with the sentence of the hook', async () => {
    const body = { email: `conformance-${randomUUID()}@example.com`, password: randomUUID() }
    const answer = await project.call('/auth/v1/signup', { body })
    expect([answer.status, answer.body.message]).toEqual([403, 'Access code required for new accounts'])
  })

  it('with the address of an account creates none', async () => {
    const { email, id } = await project.createAccount()
    const body = { email, password: randomUUID() }
    const answer = await project.call('/auth/v1/signup', { body })
    expect([answer.status, errorCode(answer), answer.body.identities?.length]).toEqual(
      byService<unknown>(project, 'known-address', {
        hosted: [200, undefined, 0],
        embedded: [422, 'user_already_exists', undefined],
      }),
    )
    expect(answer.body.id).not.toBe(id)
  })
})

describe('signInWithPassword', () => {
  it('begins a session', async () => {
    const { email, password } = await project.createAccount()
    const answer = await signIn({ email, password })
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(SESSION)])
  })

  it('answers a wrong password like an unknown address', async () => {
    const { email } = await project.createAccount()
    const wrong = await signIn({ email, password: randomUUID() })
    expect(codeOf(wrong)).toEqual([400, 'invalid_credentials'])
    expect(wrong.body.code).toBe(
      byService<unknown>(project, 'error-format', { hosted: 'invalid_credentials', embedded: 400 }),
    )
    const unknown = await signIn({ email: `conformance-${randomUUID()}@example.com`, password: randomUUID() })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('of an excluded account is refused with the sentence of the hook, and stores no session', async () => {
    const { id, email, password, refreshToken } = await project.createAccount()
    const as = project.service.secretKey
    await project.call('/rest/v1/rpc/self_exclude', { body: { p_user: id, p_days: 1 }, as })
    const { status, body } = await signIn({ email, password })
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^You excluded yourself until /)])
    expect((await refresh(refreshToken)).status).toBe(400)
    const listed = await project.call('/rest/v1/rpc/list_sessions', {
      body: { p_user: id, p_session: null },
      as,
    })
    expect(listed.body).toEqual([])
  })
})

describe('the refresh of a session', () => {
  it('gives another token, and the first one again gives the same session', async () => {
    const { refreshToken, id } = await project.createAccount()
    const first = await refresh(refreshToken)
    expect([first.status, first.body]).toEqual([200, expect.objectContaining(SESSION)])
    expect(first.body.refresh_token).not.toBe(refreshToken)
    const again = await refresh(refreshToken)
    expect([again.status, again.body.user.id]).toEqual([200, id])
  })

  it('with an unknown token is refused', async () => {
    expect((await refresh('none-of-this-project')).status).toBe(400)
  })
})

describe('getUser', () => {
  it('returns the account, and refuses another token', async () => {
    const { token, id, email } = await project.createAccount()
    const { status, body } = await project.call('/auth/v1/user', { as: token })
    expect([status, body.id, body.email, body.new_email]).toEqual([200, id, email, undefined])
    expect((await project.call('/auth/v1/user', { as: `${token}x` })).status).toBe(403)
  })
})

describe('updateUser', () => {
  it('changes a password with the current one only, and ends the other sessions', async () => {
    const { token, email, password } = await project.createAccount()
    const other = (await signIn({ email, password })).body
    const next = `next-${randomUUID()}`
    expect((await change(token, { password: next })).status).toBeGreaterThanOrEqual(400)
    expect(
      (await change(token, { password: next, current_password: 'wrong' })).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await change(token, { password: next, current_password: password })).status).toBe(200)
    expect((await refresh(other.refresh_token)).status).toBe(400)
    expect((await signIn({ email, password: next })).status).toBe(200)
  })

  it('keeps the address until a new one is confirmed, and refuses that of another account', async () => {
    const { token, email, password } = await project.createAccount()
    const other = await project.createAccount()
    const current_password = password
    const taken = await change(token, { email: other.email, current_password })
    expect(codeOf(taken)).toEqual([422, 'email_exists'])
    // A hosted project would mail to an address that does not exist.
    if (project.isHosted) return
    const wanted = `conformance-${randomUUID()}@example.com`
    const { status, body } = await change(token, { email: wanted, current_password })
    expect([status, body.email, body.new_email]).toEqual([200, email, wanted])
  })
})

describe('mails', () => {
  it('of unknown addresses are answered like those of accounts', async () => {
    const email = `conformance-${randomUUID()}@example.com`
    const recovery = await project.call('/auth/v1/recover', { body: { email } })
    expect([recovery.status, recovery.body]).toEqual([200, {}])
    const link = await project.call('/auth/v1/otp', { body: { email, create_user: false } })
    expect(codeOf(link)).toEqual(
      byService<unknown>(project, 'otp-discloses', {
        hosted: [422, 'otp_disabled'],
        embedded: [200, undefined],
      }),
    )
  })

  it.each([
    ['magiclink', 'email'],
    ['recovery', 'recovery'],
  ] as const)('have a token of the kind %s that begins one session by verifyOtp', async (kind, type) => {
    const account = await project.createAccount()
    const token_hash = await project.mailedToken(account, kind)
    const answer = await verify({ token_hash, type })
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(SESSION)])
    expect(answer.body.user.id).toBe(account.id)
    expect(codeOf(await verify({ token_hash, type }))).toEqual([403, 'otp_expired'])
    // The session of a mail may set a password without the current one.
    expect((await change(answer.body.access_token, { password: `next-${randomUUID()}` })).status).toBe(200)
  })

  it('refuse a wrong token and a wrong code', async () => {
    const { email } = await project.createAccount()
    const wrong = [403, 'otp_expired']
    expect(codeOf(await verify({ token_hash: 'ab'.repeat(28), type: 'email' }))).toEqual(wrong)
    expect(codeOf(await verify({ email, token: '0123456789', type: 'email' }))).toEqual(wrong)
  })

  it('lead back with the error of a used link', async () => {
    const { status, headers } = await project.call('/auth/v1/verify?type=magiclink&token=none')
    expect([302, 303]).toContain(status)
    expect(headers.get('location')).toMatch(/[#&]error_code=otp_expired/)
  })
})

describe('signOut', () => {
  it('ends this session, or all', async () => {
    const { token, refreshToken, email, password } = await project.createAccount()
    const other = (await signIn({ email, password })).body
    expect((await project.call('/auth/v1/logout?scope=local', { method: 'POST', as: token })).status).toBe(
      204,
    )
    expect((await refresh(refreshToken)).status).toBe(400)
    const kept = await refresh(other.refresh_token)
    expect(kept.status).toBe(200)
    const as = kept.body.access_token
    expect((await project.call('/auth/v1/logout?scope=global', { method: 'POST', as })).status).toBe(204)
    expect((await refresh(kept.body.refresh_token)).status).toBe(400)
  })
})

describe('the keys of the project', () => {
  it('are published, and its tokens name a session', async () => {
    const { token } = await project.createAccount()
    const keys = await project.call('/auth/v1/.well-known/jwks.json')
    expect([keys.status, Array.isArray(keys.body.keys)]).toEqual([200, true])
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      session_id: expect.any(String),
    })
    expect(claims.iss).toEqual(
      byService<unknown>(project, 'issuer', { hosted: expect.any(String), embedded: undefined }),
    )
  })
})
