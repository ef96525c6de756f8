import { commonPasswordsResponse } from '@propsight/shared/contracts'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPageConfig } from '../services/releases/render-page.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { testEnv } from '../testing/test-env.ts'
import { withApp } from '../testing/with-app.ts'

const listOf = async (url: string) =>
  commonPasswordsResponse.parse(await (await fetch(`${url}/api/common-passwords`)).json()).passwords

it.each([
  [{}, 6],
  [{ PASSWORD_MIN_LENGTH: '8' }, 8],
])('A3 A9 the page gets the minimum length of a password: %j gives %i', (variables, length) => {
  expect(buildPageConfig(fakeDeps({ env: testEnv(variables) })).passwordMinLength).toBe(length)
})

describe('GET /api/common-passwords', () => {
  it('A3 lists the 3,000 most common passwords of the minimum length, and the name of the product', async () => {
    await withApp({}, async (url) => {
      const passwords = await listOf(url)
      expect(passwords.length).toBeGreaterThanOrEqual(3_000)
      expect(passwords).toEqual(expect.arrayContaining(['123456', 'password', 'qwerty', 'propsight']))
      expect(passwords.filter((password) => password.length < 6)).toEqual([])
    })
    await withApp({ env: testEnv({ PASSWORD_MIN_LENGTH: '8' }) }, async (url) => {
      const passwords = await listOf(url)
      expect(passwords.length).toBeGreaterThanOrEqual(3_000)
      expect(passwords.filter((password) => password.length < 8)).toEqual([])
    })
  })

  it('is cached for a day and answers 304 for a known ETag', async () => {
    await withApp({}, async (url) => {
      const { headers } = await fetch(`${url}/api/common-passwords`)
      expect(headers.get('cache-control')).toBe('public, max-age=86400')
      const again = await fetch(`${url}/api/common-passwords`, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
    })
  })
})

describe('A3 A9 the embedded auth service with PASSWORD_MIN_LENGTH=8', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ env: { PASSWORD_MIN_LENGTH: '8' } })
  })
  afterAll(() => api?.close())

  const visitor = () =>
    createClient(api.url, api.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
  const COMMON = 'This password is too common. Choose another one.'
  const refused: [string, string, string][] = [
    ['seven characters', 'xk7-pqm', 'Password must be at least 8 characters'],
    ['a common password', 'password1', COMMON],
    ['a common password in capital letters', 'PassWord1', COMMON],
    ['the name of the product', 'Propsight', COMMON],
  ]

  it.each(refused)('refuses %s at sign-up', async (_, password, text) => {
    const email = `short-${crypto.randomUUID()}@example.com`
    const { error } = await visitor().auth.signUp({ email, password })
    expect(error).toMatchObject({ message: text, status: 422, code: 'weak_password' })
  })

  it.each(refused)('refuses %s as new password and keeps the old one', async (_, password, text) => {
    const user = await api.createUser()
    const { error } = await user.client.auth.updateUser({ password })
    expect(error).toMatchObject({ message: text, status: 422, code: 'weak_password' })
    const again = await visitor().auth.signInWithPassword({ email: user.email, password: user.password })
    expect(again.error).toBeNull()
  })

  it('accepts an uncommon password of eight characters', async () => {
    const user = await api.createUser()
    expect(
      (await user.client.auth.updateUser({ password: 'xk7-pqm!', current_password: user.password })).error,
    ).toBeNull()
  })
})
