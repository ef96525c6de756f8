import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

/** Skipped for a hosted service, which limits the rate of these hundreds of calls. */
describe.skipIf(inject('contractDatabaseUrl') === '')('bad input', () => {
  let personas: Personas
  let user: User
  beforeAll(async () => {
    personas = await openPersonas()
    user = await personas.createUser()
  })
  afterAll(() => personas?.close())

  const requestError = async (path: string, body?: unknown): Promise<[number, string]> => {
    const response = await personas.call(path, {
      token: user.token,
      ...(body === undefined
        ? {}
        : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { msg, message } = await response.json()
    return [response.status, msg ?? message]
  }
  const credentials = { email: 'a@example.com', password: 'a password' }
  const nested = (levels: number) => `{"data":${'['.repeat(levels)}${']'.repeat(levels)}}`

  it.each([
    ['token?grant_type=password', { ...credentials, email: 'a\0@example.com' }, 400, /cannot be stored/],
    ['token?grant_type=password', { ...credentials, password: 'half \ud800' }, 400, /cannot be stored/],
    ['token?grant_type=password', 'null', 400, /must be a JSON object/],
    ['token?grant_type=password', '[]', 400, /must be a JSON object/],
    ['token?grant_type=password', { ...credentials, password: 5 }, 400, /password: .*expected string/],
    ['signup', { ...credentials, data: { name: 'a\0' } }, 400, /cannot be stored/],
    ['signup', { ...credentials, email: `${'x'.repeat(400)}@example.com` }, 400, /cannot be used/],
    ['signup', nested(5_000), 400, /nested too deeply/],
    ['otp', { email: '\udfff@example.com' }, 400, /cannot be stored/],
    ['otp', { email: ['a@example.com'] }, 400, /email: .*expected string/],
    ['otp', `{"email":"${'x'.repeat(1.2e6)}"}`, 413, /too large/],
  ])('in %s is refused with a readable message (case %#)', async (path, body, status, sentence) => {
    expect(await requestError(`/auth/v1/${path}`, body)).toEqual([status, expect.stringMatching(sentence)])
  })

  it.each([
    ['expires_at=gt.-1', /invalid input syntax .* "-1"/],
    ['expires_at=gt.{}', /invalid input syntax .* "{}"/],
    ['select="', /cannot be read/],
    ['player_name=eq.%00', /cannot be used/],
  ])('in the filter %s is refused with a readable message', async (query, sentence) => {
    expect(await requestError(`/rest/v1/my_picks?${query}`)).toEqual([400, expect.stringMatching(sentence)])
  })
})
