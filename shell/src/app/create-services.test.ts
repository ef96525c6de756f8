import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SignInError, signIn } from '../features/sign-in/sign-in-actions.ts'
import { CONFIG } from '../testing/fake-services.tsx'
import { createServices } from './create-services.ts'

beforeEach(() => {
  // The auth client logs network errors to the console.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const signInAgainst = (provider: () => Promise<Response>) => {
  vi.stubGlobal('fetch', provider)
  return signIn(createServices(CONFIG, window), { email: 'rae@example.com', password: 'longenough' })
}

it.each([
  ['an empty object', 400, '{}'],
  ['an empty text', 422, '{"code":422,"msg":""}'],
  ['a text that is not a string', 400, '{"msg":{"a":1}}'],
  ['JSON that is not an object', 400, '["no"]'],
  ['no body', 401, ''],
  ['a page', 403, '<html>Forbidden</html>'],
  ['no body while it is unavailable', 503, ''],
  ['an empty object while it is unavailable', 500, '{}'],
])('A2 sign-in fails with Failed to start login when the provider sends %s', async (_, status, body) => {
  const refused = async () => new Response(body, { status, statusText: 'Refused' })
  await expect(signInAgainst(refused)).rejects.toThrow(new SignInError('Failed to start login'))
})

it('A2 sign-in fails with Failed to start login when the provider cannot be reached', async () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(signInAgainst(unreachable)).rejects.toThrow(new SignInError('Failed to start login'))
})

it.each([
  [
    'msg',
    400,
    '{"error_code":"invalid_credentials","msg":"Invalid login credentials"}',
    'Invalid login credentials',
  ],
  ['message', 400, '{"message":"Invalid login credentials"}', 'Invalid login credentials'],
  ['error_description', 400, '{"error":"invalid_grant","error_description":"No such user"}', 'No such user'],
  ['error', 400, '{"error":"Not now"}', 'Not now'],
  ['msg while it is unavailable', 503, '{"msg":"Back in a minute"}', 'Back in a minute'],
])('A2 sign-in fails with the text that the provider sends as %s', async (_, status, body, text) => {
  const refused = async () => new Response(body, { status })
  await expect(signInAgainst(refused)).rejects.toThrow(new SignInError(text))
})
