import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newEmail, openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  // A queue of cheaper hashes might never fill on a busy machine, where requests arrive slowly.
  vi.stubEnv('LITE_AUTH_BCRYPT_COST', '10')
  personas = await openPersonas()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await personas?.close()
})

const signIn = async (email: string, password: string) => {
  const path = '/auth/v1/token?grant_type=password'
  const answer = await personas.call(path, { method: 'POST', body: JSON.stringify({ email, password }) })
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after')),
    code: ((await answer.json()) as { error_code?: string }).error_code,
  }
}
type Answer = Awaited<ReturnType<typeof signIn>>
const flood = (): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 60 }, () => signIn(newEmail(), 'not-the-password')))
const BUSY = { status: 503, retryAfter: 3, code: 'over_capacity' }
const WRONG = { status: 400, retryAfter: 0, code: 'invalid_credentials' }

describe.skipIf(process.env.SUPABASE_URL)('a flood of sign-ins of unknown addresses', () => {
  it('is refused beyond the queue, with the time of a retry', async () => {
    const answers = await flood()
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(BUSY), JSON.stringify(WRONG)]),
    )
    expect(await signIn(newEmail(), 'not-the-password')).toEqual(WRONG)
  })

  it('refuses no account its sign-in, sign-up or change of the password', async () => {
    const user = await personas.createUser()
    const flooding = flood()
    expect((await signIn(user.email, user.password)).status).toBe(200)
    const change = { password: `new-${newEmail()}`, current_password: user.password }
    expect((await user.client.auth.updateUser(change)).error).toBeNull()
    expect((await personas.createUser()).token).not.toBe('')
    expect((await flooding).some(({ status }) => status === 503)).toBe(true)
  })
})

it.skipIf(process.env.SUPABASE_URL)(
  'a flood of wrong passwords of one account refuses no other account',
  async () => {
    const [flooded, other] = [await personas.createUser(), await personas.createUser()]
    const flooding = Array.from({ length: 60 }, () => signIn(flooded.email, 'not-the-password'))
    for (let count = 0; count < 3; count += 1)
      expect((await signIn(other.email, other.password)).status).toBe(200)
    const statuses = new Set((await Promise.all(flooding)).map(({ status }) => status))
    expect(statuses).toEqual(new Set([400, 503]))
    expect((await signIn(flooded.email, flooded.password)).status).toBe(200)
  },
)

describe.skipIf(process.env.SUPABASE_URL)('another spelling of the path of a call', () => {
  it.each([
    '/auth/v1/verify/',
    '/auth/v1//verify',
    '//auth/v1/verify',
    '/auth//v1/verify',
    '/auth/v1/VERIFY',
    '/AUTH/v1/verify',
    '/auth/v1/%76erify',
    '/auth/v1/verify%2f',
    '/auth/v1/verify;x',
    '/auth/v1/verify/x',
    '/auth/v1/token/?grant_type=password',
    '/auth/v1/token//?grant_type=password',
    '/auth/v1/signup/',
    '/auth/v1/otp/',
    '/auth/v1/recover/',
  ])('is not served: %s', async (path) => {
    const { email } = await personas.createUser()
    const body = { type: 'email', email, token: '123456', password: 'not-the-password' }
    const answer = await personas.call(path, { method: 'POST', body: JSON.stringify(body) })
    // The service answers 401 to paths that it does not know.
    expect([401, 404]).toContain(answer.status)
  })
})
