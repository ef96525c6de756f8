import type { Page } from '@playwright/test'
import { callAsAdmin, createCode } from '../support/administer.ts'
import { demoAccount, expect, productUrl, test } from '../support/fixtures.ts'
import { dashboard, freshEmail, newAccount, PASSWORD, signIn, tokenOf } from '../support/log-in.ts'

const BORN = '1988-05-17'
const REFUSED = 'Invalid or already used access code'
const freshCode = (name: string) => `${name}-${Date.now()}`

/** One call as a page makes it. @returns its status and what it answered */
async function call(path: string, body: object, token?: string): Promise<[number, Record<string, unknown>]> {
  const answer = await fetch(productUrl() + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}

/** Fills the form of sign-up with a code and sends it. */
async function trySignUp(page: Page, code: string): Promise<void> {
  await page.goto(productUrl())
  await page.getByRole('button', { name: 'Sign up with an access code' }).click()
  await page.getByLabel('Email').fill(freshEmail())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByLabel('Date of birth').fill(BORN)
  await page.getByLabel('Access code').fill(code)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('C5: a code that nobody made, that has expired, is used up or was deleted is refused alike', async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of 400/)
  const [expired, exhausted, held, deleted] = ['EXPIRED', 'EXHAUSTED', 'HELD', 'DELETED'].map(freshCode)
  if (!expired || !exhausted || !held || !deleted) throw new Error('four codes')
  const end = Date.now() + 2_000
  await createCode(expired, { expiresAt: new Date(end).toISOString() })
  for (const code of [exhausted, held, deleted]) await createCode(code, { maxUses: 1 })
  await newAccount(productUrl(), exhausted)
  // Somebody else is signing up with its one use.
  const [status] = await call('/api/access/reserve', { code: held, email: freshEmail(), dateOfBirth: BORN })
  expect(status).toBe(200)
  expect((await callAsAdmin('/api/admin/delete-code', { code: deleted })).ok).toBe(true)
  await expect.poll(() => Date.now()).toBeGreaterThan(end)
  for (const code of ['NOBODY-MADE-IT', expired, exhausted, held, deleted]) {
    await trySignUp(page, code)
    await expect(page.getByRole('alert'), code).toHaveText(REFUSED)
    await expect(page.getByLabel('Access code')).toHaveAttribute('aria-invalid', 'true')
  }
  // What was refused took no use: the last one that is good lets somebody in.
  await page.getByLabel('Access code').fill(demoAccount().accessCode)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dashboard(page)).toBeVisible()
})

test('C3: email-exists, reserve, redeem with the bearer of the account, create with an administrator’s', async ({
  page,
}) => {
  const [email, code] = [freshEmail(), freshCode('CALLS')]
  const asked = { code, maxUses: 1 }
  expect(await call('/api/access/create', asked)).toMatchObject([401, { code: 'UNAUTHORIZED' }])
  expect(await call('/api/access/create', asked, 'not the key')).toMatchObject([401, {}])
  await createCode(code, { maxUses: 1 })
  expect((await callAsAdmin('/api/access/create', asked)).status).toBe(409)

  expect(await call('/api/access/email-exists', { email })).toEqual([
    200,
    { exists: false, codeRequired: true },
  ])
  const place = { email, code, dateOfBirth: BORN }
  const [, { reservedUntil }] = await call('/api/access/reserve', place)
  expect(Date.parse(String(reservedUntil))).toBeGreaterThan(Date.now())
  expect(await call('/api/access/reserve', { ...place, email: freshEmail() })).toMatchObject([
    400,
    { error: REFUSED, code: 'ACCESS_CODE_INVALID' },
  ])
  expect(await call('/api/access/redeem', { code })).toMatchObject([401, {}])

  await newAccount(productUrl(), code, email)
  expect(await call('/api/access/email-exists', { email })).toMatchObject([200, { exists: true }])
  await signIn(page, email)
  const token = await tokenOf(page)
  expect(await call('/api/access/redeem', { code: demoAccount().accessCode }, token)).toMatchObject([
    400,
    { error: REFUSED },
  ])
  for (const _ of ['once', 'again'])
    expect(await call('/api/access/redeem', { code }, token)).toEqual([200, { redeemed: true }])
  expect(await call('/api/access/create', { code: freshCode('MINE') }, token)).toMatchObject([403, {}])
})

test('C4: list-codes and delete-code by the bearer of the admin key, and by no user’s', async ({ page }) => {
  const code = freshCode('LISTED')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await createCode(code, { maxUses: 7, expiresAt, notes: 'for a test' })
  const listed = async () => {
    const answer = await callAsAdmin(`/api/admin/list-codes?search=${code}`)
    return (await answer.json()) as { codes: { code: string; expires_at: string }[]; total: number }
  }
  await newAccount(productUrl(), code)
  const { codes, total } = await listed()
  expect(total).toBe(1)
  expect(codes).toMatchObject([{ code, uses_count: 1, max_uses: 7, notes: 'for a test' }])
  expect(Date.parse(codes[0]?.expires_at ?? '')).toBe(Date.parse(expiresAt))

  await signIn(page, await newAccount())
  const token = await tokenOf(page)
  const list = await page.request.get(`${productUrl()}/api/admin/list-codes`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(list.status()).toBe(403)
  expect(await call('/api/admin/delete-code', { code }, token)).toMatchObject([403, {}])
  expect((await listed()).total).toBe(1)
  expect((await callAsAdmin('/api/admin/delete-code', { code })).status).toBe(204)
  expect((await listed()).total).toBe(0)
  expect((await callAsAdmin('/api/admin/delete-code', { code: 'NEVER-MADE' })).status).toBe(404)
})
