import { refuse } from '@propsight/harness'
import { beforeEach, describe, expect, it } from 'vitest'
import { failure, openFlow, rows } from '../../testing/open-parlay-flow.ts'
import { COST_TEXTS } from './parlay-failure.ts'
import { PARLAY_CALL_KEY } from './parlay-state.ts'

beforeEach(() => sessionStorage.clear())

describe('P8: the failure message of a parlay', () => {
  it.each([
    [402, 'NO_CREDITS', 'No credits remaining'],
    [402, 'NOT_ENOUGH_CREDITS', 'Not enough credits'],
    [429, 'DAILY_LIMIT', 'Your daily limit is reached'],
    [500, 'CHARGE_FAILED', 'ledger'],
  ])('is Failed to use credit: {message} for status %d %s', async (status, code, message) => {
    const { flow } = openFlow(() => refuse(status, code, message))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({
      message: `Failed to use credit: ${message}`,
      cost: COST_TEXTS.none,
    })
  })

  it('is Please log in to use the parlay feature. when the session has ended', async () => {
    const { flow } = openFlow(() => refuse(401, 'UNAUTHORIZED', 'Please log in to use the parlay feature.'))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow).message).toBe('Please log in to use the parlay feature.')
  })

  it('is the server’s own text when the server counts too few picks', async () => {
    const serverText = 'You need at least 2 picks to create a 2-leg parlay. You currently have 1 picks.'
    const { flow } = openFlow(() => refuse(400, 'BAD_REQUEST', serverText))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({ message: serverText, detail: null })
  })

  it('explains why picks cannot be legs, states the cost once, and offers no retry', async () => {
    const serverText = 'Only 1 of 3 picks can be a leg. No credit was used.'
    const { flow } = openFlow(() => refuse(422, 'BAD_REQUEST', serverText))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({
      message: 'These picks cannot form a parlay now.',
      detail: serverText,
      cost: null,
      retry: false,
    })
    expect(sessionStorage.getItem(PARLAY_CALL_KEY)).toBeNull()
  })

  it('is the server’s text when the server is unavailable, and a retry uses a new key', async () => {
    const { flow, keys } = openFlow(() => refuse(503, 'UPSTREAM_UNAVAILABLE', 'The league does not answer'))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({ detail: 'The league does not answer', cost: COST_TEXTS.none })
    await flow.retry()
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(2)
  })

  it('states that a credit was spent when the answer cannot be read', async () => {
    const { flow } = openFlow(() => ({ success: true, parlays: [] }))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({ cost: COST_TEXTS.spent })
  })
})
