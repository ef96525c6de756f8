import { callAsAdmin, createCode } from '../support/accounts/admin-api.ts'
import { createAccount, freshEmail, PASSWORD } from '../support/accounts/create-account.ts'
import { dashboard, newAccount } from '../support/accounts/session.ts'
import { demoAccount, expect, productUrl, test } from '../support/fixtures.ts'

const BORN = '1988-05-17'
const REFUSED = 'Invalid or already used access code'
const freshCode = (name: string) => `${name}-${Date.now()}`
const withCode = (accessCode: string) => ({ url: productUrl(), demo: { accessCode } })

/** Sends a POST request like a page. @returns status and body */
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

test('C5: sign-up refuses an unknown, expired, used, reserved or deleted code with the same message', async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of 400/)
  const expired = freshCode('EXPIRED')
  const exhausted = freshCode('EXHAUSTED')
  const reservedCode = freshCode('HELD')
  const deleted = freshCode('DELETED')
  const end = Date.now() + 2_000
  await createCode(expired, { expiresAt: new Date(end).toISOString() })
  for (const code of [exhausted, reservedCode, deleted]) await createCode(code, { maxUses: 1 })
  await newAccount(withCode(exhausted))
  // Another sign-up has reserved its only use.
  const [status] = await call('/api/access/reserve', {
    code: reservedCode,
    email: freshEmail(),
    dateOfBirth: BORN,
  })
  expect(status).toBe(200)
  expect((await callAsAdmin('/api/admin/delete-code', { code: deleted })).ok).toBe(true)

  await page.goto(productUrl())
  await page.getByRole('button', { name: 'Sign up with an access code' }).click()
  await page.getByLabel('Email').fill(freshEmail())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByLabel('Date of birth').fill(BORN)
  await expect.poll(() => Date.now()).toBeGreaterThan(end)
  for (const code of ['UNKNOWN-CODE', expired, exhausted, reservedCode, deleted]) {
    await page.getByLabel('Access code').fill(code)
    const response = page.waitForResponse('**/api/access/reserve')
    await page.getByRole('button', { name: 'Create account' }).click()
    expect((await response).status(), code).toBe(400)
    await expect(page.getByRole('alert'), code).toHaveText(REFUSED)
    await expect(page.getByLabel('Access code')).toHaveAttribute('aria-invalid', 'true')
  }
  // A refused attempt takes no use: the same form works with a valid code.
  await page.getByLabel('Access code').fill(demoAccount().accessCode)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dashboard(page)).toBeVisible()
})

test('C3: codes are created by an administrator, reserved without a session and redeemed only by the reserving account', async () => {
  const email = freshEmail()
  const code = freshCode('CALLS')
  const creation = { code, maxUses: 1 }
  expect(await call('/api/access/create', creation)).toMatchObject([401, { code: 'UNAUTHORIZED' }])
  expect(await call('/api/access/create', creation, 'not the key')).toMatchObject([401, {}])
  await createCode(code, { maxUses: 1 })
  expect((await callAsAdmin('/api/access/create', creation)).status).toBe(409)

  expect(await call('/api/access/email-exists', { email })).toEqual([
    200,
    { exists: false, codeRequired: true },
  ])
  const reservation = { email, code, dateOfBirth: BORN }
  const [, { reservedUntil }] = await call('/api/access/reserve', reservation)
  expect(Date.parse(String(reservedUntil))).toBeGreaterThan(Date.now())
  expect(await call('/api/access/reserve', { ...reservation, email: freshEmail() })).toMatchObject([
    400,
    { error: REFUSED, code: 'ACCESS_CODE_INVALID' },
  ])
  expect(await call('/api/access/redeem', { code })).toMatchObject([401, {}])

  const { token } = await createAccount(withCode(code), email)
  expect(await call('/api/access/email-exists', { email })).toMatchObject([200, { exists: true }])
  expect(await call('/api/access/redeem', { code: demoAccount().accessCode }, token)).toMatchObject([
    400,
    { error: REFUSED },
  ])
  for (const _ of ['first', 'repeated'])
    expect(await call('/api/access/redeem', { code }, token)).toEqual([200, { redeemed: true }])
  expect(await call('/api/access/create', { code: freshCode('MINE') }, token)).toMatchObject([403, {}])
})

test('C4: list-codes and delete-code accept the admin key and refuse the token of a user', async () => {
  const code = freshCode('LISTED')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await createCode(code, { maxUses: 7, expiresAt, notes: 'for a test' })
  const listed = async () => {
    const answer = await callAsAdmin(`/api/admin/list-codes?search=${code}`)
    return (await answer.json()) as { codes: { code: string; expires_at: string }[]; total: number }
  }
  const { token } = await createAccount(withCode(code))
  const { codes, total } = await listed()
  expect(total).toBe(1)
  expect(codes).toMatchObject([{ code, uses_count: 1, max_uses: 7, notes: 'for a test' }])
  expect(Date.parse(codes[0]?.expires_at ?? '')).toBe(Date.parse(expiresAt))

  const list = await fetch(`${productUrl()}/api/admin/list-codes`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(list.status).toBe(403)
  expect(await call('/api/admin/delete-code', { code }, token)).toMatchObject([403, {}])
  expect((await listed()).total).toBe(1)
  expect((await callAsAdmin('/api/admin/delete-code', { code })).status).toBe(204)
  expect((await listed()).total).toBe(0)
  expect((await callAsAdmin('/api/admin/delete-code', { code: 'NEVER-MADE' })).status).toBe(404)
})
