import { describe, expect, it } from 'vitest'
import { HttpError, unavailable } from '../../platform/errors.ts'
import type { Standing } from '../../repositories/users.ts'
import { createAccountStanding, withStanding } from './account-standing.ts'

const GOOD: Standing = { known: true, refusal: null, signedOut: false }
const LOCKED: Standing = {
  known: true,
  refusal: 'You excluded yourself until August 1, 2026.',
  signedOut: false,
}

function setUp() {
  const state = { now: 0, reads: 0, answer: async (): Promise<Standing> => GOOD }
  const standing = createAccountStanding(
    {
      standing: () => {
        state.reads += 1
        return state.answer()
      },
    },
    () => state.now,
  )
  return { state, standing }
}
const codeOf = (work: Promise<void>) =>
  work.then(
    () => 'good',
    (error: unknown) => (error instanceof HttpError ? `${error.status} ${error.code}` : String(error)),
  )

describe('the account standing cache', () => {
  it('refuses unknown and excluded accounts with the stored message', async () => {
    const { state, standing } = setUp()
    expect(await codeOf(standing.check('a'))).toBe('good')
    state.answer = async () => LOCKED
    await expect(standing.check('b')).rejects.toMatchObject({
      status: 403,
      code: 'SELF_EXCLUDED',
      message: LOCKED.refusal,
    })
    state.answer = async () => ({ known: false, refusal: null, signedOut: false })
    expect(await codeOf(standing.check('c'))).toBe('401 UNAUTHORIZED')
  })

  it('refuses a session that has ended but not another session of the same user', async () => {
    const { state, standing } = setUp()
    state.answer = async () => ({ ...GOOD, signedOut: true })
    expect(await codeOf(standing.check('a', 'ended'))).toBe('401 UNAUTHORIZED')
    state.answer = async () => GOOD
    expect(await codeOf(standing.check('a', 'open'))).toBe('good')
    expect(await codeOf(standing.check('a', 'ended'))).toBe('401 UNAUTHORIZED')
    standing.forget('a')
    expect(await codeOf(standing.check('a', 'ended'))).toBe('good')
  })

  it('reads once in 30 seconds per user and once for parallel calls', async () => {
    const { state, standing } = setUp()
    await Promise.all([1, 2, 3].map(() => standing.check('a')))
    expect(state.reads).toBe(1)
    state.now = 29_999
    await standing.check('a')
    expect(state.reads).toBe(1)
    state.answer = async () => LOCKED
    state.now = 30_000
    expect(await codeOf(standing.check('a'))).toBe('403 SELF_EXCLUDED')
    expect(state.reads).toBe(2)
    await standing.check('a').catch(() => undefined)
    expect(state.reads).toBe(2)
  })

  it('reads again after forget, and drops an older answer that arrives later', async () => {
    const { state, standing } = setUp()
    const late = Promise.withResolvers<Standing>()
    state.answer = () => late.promise
    const early = standing.check('a')
    standing.forget('a')
    state.answer = async () => LOCKED
    expect(await codeOf(standing.check('a'))).toBe('403 SELF_EXCLUDED')
    late.resolve(GOOD)
    await early
    expect(await codeOf(standing.check('a'))).toBe('403 SELF_EXCLUDED')
    standing.forget('a')
    state.answer = async () => GOOD
    expect(await codeOf(standing.check('a'))).toBe('good')
  })

  it('serves its last answer for ten minutes while the data service is down, and answers 503 without one', async () => {
    const { state, standing } = setUp()
    await standing.check('a')
    state.answer = async () => {
      throw unavailable('The data service')
    }
    state.now = 599_999
    expect(await codeOf(standing.check('a'))).toBe('good')
    expect(await codeOf(standing.check('b'))).toBe('503 UNAVAILABLE')
    state.now = 600_000
    expect(await codeOf(standing.check('a'))).toBe('503 UNAVAILABLE')
    state.answer = async () => GOOD
    expect(await codeOf(standing.check('a'))).toBe('good')
  })

  it('passes on an unexpected error instead of serving the last answer', async () => {
    const { state, standing } = setUp()
    await standing.check('a')
    state.now = 30_000
    state.answer = async () => {
      throw new Error('a defect')
    }
    expect(await codeOf(standing.check('a'))).toBe('Error: a defect')
  })

  it('holds ten thousand users and drops the oldest one beyond that', async () => {
    const { state, standing } = setUp()
    for (let user = 0; user <= 10_000; user += 1) await standing.check(`user ${user}`)
    await standing.check('user 10000')
    expect(state.reads).toBe(10_001)
    await standing.check('user 0')
    expect(state.reads).toBe(10_002)
  })
})

it('withStanding checks the signature first and reads no standing for an invalid token', async () => {
  const { state, standing } = setUp()
  const tokens = withStanding(
    {
      verify: async (token) => {
        if (token === 'bad') throw new HttpError(401, 'UNAUTHORIZED', 'no')
        return { id: 'a', email: 'pat@example.com' }
      },
    },
    standing,
  )
  await expect(tokens.verify('bad')).rejects.toMatchObject({ status: 401 })
  expect(state.reads).toBe(0)
  expect(await tokens.verify('good')).toEqual({ id: 'a', email: 'pat@example.com' })
  expect(state.reads).toBe(1)
})
