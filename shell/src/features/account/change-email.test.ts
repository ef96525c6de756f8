import { ApiError } from '@propsight/shared/client'
import { expect, it } from 'vitest'
import { fakeServices } from '../../testing/fake-services.tsx'
import { changeEmail, EMAIL_CHANGE_DAYS, emailChangeDaysLeft } from './change-email.ts'

const LAST = '2026-07-01T12:00:00Z'

it.each([
  ['2026-07-01T12:00:00Z', 30],
  ['2026-07-01T12:00:01Z', 30],
  ['2026-07-13T12:00:00Z', 18],
  ['2026-07-31T11:59:59Z', 1],
  ['2026-07-31T12:00:00Z', 0],
  ['2027-01-01T00:00:00Z', 0],
  // The client's clock is behind the server's.
  ['2026-06-30T12:00:00Z', 30],
])('A12 at %s the next e-mail change is possible in %d days', (now, days) => {
  expect(emailChangeDaysLeft(LAST, new Date(now))).toBe(days)
})

it('A12 the first e-mail change is possible at once', () => {
  expect(EMAIL_CHANGE_DAYS).toBe(30)
  expect(emailChangeDaysLeft(null, new Date(LAST))).toBe(0)
})

it.each([
  ['the provider is asked when the API accepts the address', null],
  ['the provider is not asked when the API refuses the address', new ApiError('refused', 403, 'CODE')],
])('A12 %s', async (_, refusal) => {
  const { services, json, supabase } = fakeServices()
  if (refusal) json.mockRejectedValue(refusal)
  else json.mockResolvedValue({})
  supabase.auth.updateUser.mockResolvedValue({ data: { user: { email: 'new@example.com' } }, error: null })
  const change = changeEmail(services, 'new@example.com', '')
  await (refusal ? expect(change).rejects.toThrow('refused') : expect(change).resolves.toBe(true))
  expect(supabase.auth.updateUser).toHaveBeenCalledTimes(refusal ? 0 : 1)
})
