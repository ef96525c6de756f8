import { expect } from '@playwright/test'
import { productUrl } from '../shared-product.ts'

/** Sends one API request with the admin key: POST with a `body`, GET without. */
export const callAsAdmin = (
  path: string,
  body?: object,
  { url = productUrl(), key = process.env.PROPSIGHT_ADMIN_KEY } = {},
): Promise<Response> =>
  fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function userIdOf(email: string): Promise<string | undefined> {
  const answer = await callAsAdmin(`/api/admin/users?search=${encodeURIComponent(email)}`)
  const { users } = (await answer.json()) as { users: { userId: string }[] }
  return users[0]?.userId
}

/** Adds credits through the admin API; a negative delta removes them. */
export async function adjustCredits(email: string, delta: number): Promise<void> {
  const userId = await userIdOf(email)
  const change = { userId, delta, reason: 'an end-to-end test', idempotencyKey: crypto.randomUUID() }
  expect((await callAsAdmin('/api/admin/adjust-credits', change)).ok).toBe(true)
}
