import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decryptSecret, encryptSecret } from '../services/accounts/second-factor.ts'
import { emptyUpstream } from '../testing/fake-deps.ts'
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts'
import { testEnv } from '../testing/test-env.ts'

const ADMIN_KEY = 'key-of-the-operator'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ upstream: emptyUpstream, env: { ADMIN_KEY } })
})
afterAll(() => api?.close())

const send = async (token: string, path: string, body?: unknown) => {
  const response = await fetch(`${api.url}/api/admin/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
async function createAdmin({ databaseUrl, createUser }: TestApi): Promise<TestUser> {
  const user = await createUser()
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`insert into public.admins (user_id) values (${user.id})`
  await sql.end()
  return user
}
const admin = () => createAdmin(api)
const again = async (user: TestUser): Promise<string> => {
  const { data } = await user.client.auth.signInWithPassword(user)
  return data.session?.access_token ?? ''
}
const codeAt = (secret: string, offsetSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offsetSeconds * 1000 })
/** An administrator with a second factor. The code of the period before now is used up. */
async function enrolled() {
  const user = await admin()
  const { body: begun } = await send(user.token, 'second-factor/begin', {})
  const confirmed = await send(user.token, 'second-factor/confirm', { code: codeAt(begun.secret, -30) })
  expect(confirmed.status).toBe(200)
  return { user, secret: begun.secret as string, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

describe('the second factor of an administrator', () => {
  it('is set up by its first code and then needed in every other session', async () => {
    const { user, secret } = await enrolled()
    expect((await send(user.token, 'admins')).status).toBe(200)
    const token = await again(user)
    const refused = await send(token, 'admins')
    expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_FACTOR'])
    expect((await send(token, 'session')).body.code).toBe('SECOND_FACTOR')
    expect((await send(token, 'second-factor')).body).toMatchObject({ enrolled: true, passed: false })
    expect((await send(token, 'second-factor/pass', { code: codeAt(secret) })).status).toBe(204)
    expect((await send(token, 'admins')).status).toBe(200)
  })

  it('accepts a code once, also of two simultaneous requests', async () => {
    const { user, secret } = await enrolled()
    const tokens = [await again(user), await again(user)]
    const code = codeAt(secret)
    const answers = await Promise.all(tokens.map((token) => send(token, 'second-factor/pass', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    expect((await send(await again(user), 'second-factor/pass', { code })).status).toBe(400)
  })

  it('refuses wrong, old and future codes', async () => {
    const { user, secret } = await enrolled()
    const token = await again(user)
    for (const code of [codeAt(secret, -120), codeAt(secret, 120), '000000x', 'recovery-code'])
      expect((await send(token, 'second-factor/pass', { code })).status, code).toBe(400)
    expect((await send(token, 'admins')).status).toBe(403)
  })

  it('is replaced by each recovery code once', async () => {
    const { user, recoveryCodes } = await enrolled()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const token = await again(user)
    expect((await send(token, 'second-factor/pass', { code: ` ${code.toUpperCase()} ` })).status).toBe(204)
    expect((await send(token, 'admins')).status).toBe(200)
    expect((await send(await again(user), 'second-factor/pass', { code })).status).toBe(400)
    expect((await send(token, 'second-factor')).body.recoveryCodes).toBe(9)
  })

  it('cannot be replaced or removed by a session that has not passed it', async () => {
    const { user } = await enrolled()
    const token = await again(user)
    expect((await send(token, 'second-factor/begin', {})).status).toBe(409)
    expect((await send(token, 'second-factor/remove', { email: user.email })).status).toBe(403)
    expect((await send(user.token, 'second-factor/begin', {})).status).toBe(409)
    expect((await send(user.token, 'second-factor/remove', { email: user.email })).status).toBe(204)
    expect((await send(token, 'admins')).status).toBe(200)
  })

  it('is removed by the admin key after its device was lost, with a row in the audit log', async () => {
    const { user } = await enrolled()
    expect((await send(ADMIN_KEY, 'second-factor/remove', { email: user.email })).status).toBe(204)
    expect((await send(ADMIN_KEY, 'second-factor/remove', { email: user.email })).status).toBe(404)
    const { data } = await api.admin.from('admin_actions').select('action, actor').eq('target', user.id)
    expect(data).toContainEqual({ action: 'second-factor-removed', actor: 'admin key' })
    expect((await send(await again(user), 'admins')).status).toBe(200)
  })

  it('is no concern of other users and of the admin key', async () => {
    const user = await api.createUser()
    for (const path of ['second-factor/begin', 'second-factor/confirm', 'second-factor/pass'])
      expect((await send(user.token, path, { code: '123456' })).status, path).toBe(403)
    expect((await send(user.token, 'second-factor')).status).toBe(403)
    expect((await send(ADMIN_KEY, 'admins')).status).toBe(200)
  })

  it('is stored encrypted for its account, and its rows are readable by no user', async () => {
    const { user, secret, recoveryCodes } = await enrolled()
    const { data } = await api.admin.from('admin_factors').select('*').eq('user_id', user.id).single()
    expect(JSON.stringify(data)).not.toContain(secret)
    for (const code of recoveryCodes) expect(JSON.stringify(data)).not.toContain(code.replaceAll('-', ''))
    const exported = await fetch(`${api.url}/api/account/export`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    const text = await exported.text()
    for (const value of [data.secret, ...data.recovery_token_hashes]) expect(text).not.toContain(value)
    const env = testEnv()
    const stored = encryptSecret({ env }, user.id, 'ABC')
    expect(decryptSecret({ env }, user.id, stored)).toBe('ABC')
    expect(() => decryptSecret({ env }, randomUUID(), stored)).toThrow(/can no longer be read/)
  })
})

describe('where every administrator needs a second factor', () => {
  it('an account without one can only set it up, and five guesses lock it', async () => {
    const strict = await startTestApi({
      upstream: emptyUpstream,
      env: { ADMIN_REQUIRE_TOTP: 'on', RATE_LIMITS: 'on' },
    })
    try {
      const user = await createAdmin(strict)
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
      const read = async (path: string) =>
        (await fetch(`${strict.url}/api/admin/${path}`, { headers })).status
      const post = (path: string, body: object) =>
        fetch(`${strict.url}/api/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(await read('admins')).toBe(403)
      const { secret } = await (await post('second-factor/begin', {})).json()
      expect(await read('admins')).toBe(403)
      expect((await post('second-factor/confirm', { code: codeAt(secret) })).status).toBe(200)
      expect(await read('admins')).toBe(200)

      // Five guesses in 15 minutes; setting it up was the first one. Then the right code is refused, too.
      const { data } = await user.client.auth.signInWithPassword(user)
      headers.authorization = `Bearer ${data.session?.access_token}`
      const guess = async (code: string) => (await post('second-factor/pass', { code })).status
      const statuses = []
      for (let count = 0; count < 4; count += 1) statuses.push(await guess('not-a-code'))
      expect(statuses).toEqual([400, 400, 400, 400])
      expect(await guess(codeAt(secret))).toBe(429)
      expect(await read('admins')).toBe(403)
    } finally {
      await strict.close()
    }
  }, 60_000)
})
