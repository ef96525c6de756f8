import { describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '../contracts/remote-contract.ts'
import { requireCredits } from './credits.ts'
import { createWritableValue } from './writable-value.ts'

const USER: SessionUser = { id: '6f9619ff-8b86-4d01-b42d-00c04fc964ff', email: 'rae@example.com' }

function fakePayer(balance: number | null, { user = USER as SessionUser | null, afterwards = balance } = {}) {
  const credits = createWritableValue<number | null>(balance)
  const refreshProfile = vi.fn(async () => credits.set(afterwards))
  return { session: createWritableValue<SessionUser | null>(user), credits, refreshProfile }
}

describe('C2 requireCredits', () => {
  it.each([
    [0, 1, 'No credits remaining', 402, 'NO_CREDITS'],
    [0, 3, 'No credits remaining', 402, 'NO_CREDITS'],
    [2, 3, 'Not enough credits', 402, 'NOT_ENOUGH_CREDITS'],
  ])('with a balance of %d and a cost of %d fails with: %s', async (balance, cost, message, status, code) => {
    const payer = fakePayer(balance)
    await expect(requireCredits(payer, cost)).rejects.toMatchObject({ message, status, code })
    expect(payer.refreshProfile).toHaveBeenCalledTimes(1)
  })

  it('fails without a session, for any balance, and reads no profile', async () => {
    for (const balance of [null, 0, 20]) {
      const payer = fakePayer(balance, { user: null })
      await expect(requireCredits(payer, 1)).rejects.toMatchObject({
        message: 'No user logged in',
        status: 401,
        code: 'UNAUTHORIZED',
      })
      expect(payer.refreshProfile).not.toHaveBeenCalled()
    }
  })

  it.each([
    [1, 1],
    [3, 3],
    [20, 3],
    [null, 3],
  ])('with a balance of %j and a cost of %d passes without a profile request', async (balance, cost) => {
    const payer = fakePayer(balance)
    await requireCredits(payer, cost)
    expect(payer.refreshProfile).not.toHaveBeenCalled()
  })

  it('passes when the refreshed balance is sufficient', async () => {
    await expect(requireCredits(fakePayer(0, { afterwards: 20 }), 3)).resolves.toBeUndefined()
  })
})
