import { beforeEach, describe, expect, it } from 'vitest'
import { failure, openFlow, rows } from '../../testing/open-parlay-flow.ts'
import { anAnswer, aParlay, aPastParlay, aPickRow } from '../../testing/parlay-fixtures.ts'
import { COST_TEXTS } from './parlay-failure.ts'

beforeEach(() => sessionStorage.clear())

describe('P8: the checks before a parlay', () => {
  it('require a session first: Please log in to use the parlay feature.', async () => {
    const { flow, alerts, calls } = openFlow(() => anAnswer(), { scenario: 'signed-out' })
    await flow.start({ size: 5, rows: [], open: 0 })
    expect(alerts()).toEqual(['Please log in to use the parlay feature.'])
    expect(calls).toEqual([])
  })

  it('then require credits, before counting the picks', async () => {
    const { flow, alerts, calls } = openFlow(() => anAnswer(), { scenario: 'no-credits' })
    await flow.start({ size: 5, rows: [], open: 0 })
    expect(alerts()).toEqual(['No credits remaining. Please upgrade your plan to use the parlay feature.'])
    expect(calls).toEqual([])
    expect(flow.get().phase).toBe('idle')
  })

  it('refresh the balance before reporting that there are no credits', async () => {
    const host = openFlow(() => anAnswer())
    host.account.credits.set(0)
    await host.flow.start({ size: 2, rows, open: 3 })
    expect(host.alerts()).toEqual([])
    expect(host.flow.get().phase).toBe('listed')
  })

  it('then require as many unexpired picks as legs', async () => {
    const expired = aPickRow(3, { expiresAt: new Date(Date.now() - 1).toISOString() })
    const { flow, alerts, calls } = openFlow(() => anAnswer())
    await flow.start({ size: 4, rows: [...rows, expired], open: 4 })
    expect(alerts()).toEqual([
      'You need at least 4 picks to create a 4-leg parlay. You currently have 3 picks.',
    ])
    expect(calls).toEqual([])
  })
})

describe('P8: picks whose games have begun', () => {
  it('are reported before the request when too few other picks are left', async () => {
    const { flow, alerts, calls } = openFlow(() => anAnswer())
    await flow.start({ size: 2, rows, open: 1 })
    expect(alerts()).toEqual([
      'A 2-leg parlay needs 2 picks whose games are still to come; you have 1. No credit was used.',
    ])
    expect([flow.get().phase, calls.length]).toEqual(['idle', 0])
  })
})

describe('P8: parlays that were generated before', () => {
  const made = (ids: readonly string[], size = 2) => {
    const details = aParlay(1, { parlaySize: size, madeFrom: [...ids] })
    return aPastParlay(1, {
      parlay_size: size,
      created_at: new Date(Date.now() - 60_000).toISOString(),
      details,
    })
  }
  const ids = rows.map(({ id }) => id)

  it('are built again only after a confirmation, for another credit and under a new key', async () => {
    const parlays = [made(ids.toReversed())]
    const { flow, calls } = openFlow(() => anAnswer(), { parlays })
    await flow.start({ size: 2, rows, open: 3 })
    expect(flow.get()).toEqual({ phase: 'made-before', at: parlays[0]?.created_at, size: 2 })
    expect(calls).toEqual([])
    await flow.confirm()
    expect(flow.get().phase).toBe('listed')
    expect(calls).toHaveLength(1)
  })

  it('cost nothing when the confirmation is declined', async () => {
    const { flow, calls } = openFlow(() => anAnswer(), { parlays: [made(ids)] })
    await flow.start({ size: 2, rows, open: 3 })
    flow.close()
    await flow.confirm()
    expect([flow.get().phase, calls.length]).toEqual(['idle', 0])
  })

  it('need a confirmation for a retry, too, when their answer could not be read', async () => {
    const { flow, calls } = openFlow(() => ({ success: true, parlays: [] }), { parlays: [made(ids)] })
    await flow.start({ size: 2, rows, open: 3 })
    await flow.confirm()
    expect(failure(flow).cost).toBe(COST_TEXTS.spent)
    await flow.retry()
    expect([flow.get().phase, calls.length]).toEqual(['made-before', 1])
  })

  it.each([
    ['of another size', () => made(ids, 3)],
    ['from fewer picks', () => made(ids.slice(0, 2))],
    ['from more picks', () => made([...ids, 'pick_1752850000009_abc123'])],
    ['by a server that does not keep the picks', () => aPastParlay(1, { parlay_size: 2 })],
  ])('are not confused with parlays %s', async (_, row) => {
    const { flow, calls } = openFlow(() => anAnswer(), { parlays: [row()] })
    await flow.start({ size: 2, rows, open: 3 })
    expect([flow.get().phase, calls.length]).toEqual(['listed', 1])
  })
})
