import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LINE_EVIDENCE } from './line-evidence.ts'
import { isEdge, isSupported, PRICE_RECORD, type PricedBets, supportsEdges } from './price-record.ts'
import { ENGINE_VERSION } from './track-record.ts'

const bets = (changes: Partial<PricedBets> = {}): PricedBets => ({
  stat: 'Pitcher Strikeouts',
  price: 'first',
  rule: 'interval',
  n: 200,
  days: 60,
  roi: 0.06,
  low: 0.01,
  high: 0.11,
  ...changes,
})

describe('the gate for edges', () => {
  it.each<[string, Partial<PricedBets>, boolean]>([
    ['enough bets with a return above zero', {}, true],
    ['a return whose interval reaches zero', { low: 0 }, false],
    ['no return', { low: null }, false],
    ['too few bets', { n: 99 }, false],
    ['too few days', { days: 29 }, false],
  ])('%s: %s', (_what, changes, expected) => expect(isSupported(bets(changes))).toBe(expected))

  it('counts only bets of the market at the first price', () => {
    const stat = 'Pitcher Strikeouts'
    expect(supportsEdges(stat, { bets: [bets()] })).toBe(true)
    expect(supportsEdges('Hits', { bets: [bets()] })).toBe(false)
    expect(supportsEdges(stat, { bets: [bets({ price: 'close' })] })).toBe(false)
    expect(supportsEdges(stat, { bets: [bets({ rule: 'gate' })] })).toBe(false)
  })

  it('opens only for a value whose interval is above zero, on supported markets alone', () => {
    const record = { bets: [bets()] }
    const stats = ['Pitcher Strikeouts']
    expect(isEdge(0.02, stats, record)).toBe(true)
    expect(isEdge(0, stats, record)).toBe(false)
    expect(isEdge(0.0004, stats, record), 'shown as 0.0%').toBe(false)
    expect(isEdge(0.0006, stats, record), 'shown as +0.1%').toBe(true)
    expect(isEdge(null, stats, record)).toBe(false)
    expect(isEdge(0.02, [...stats, 'Hits'], record)).toBe(false)
  })

  it('is closed for a sport without a record of its own, whatever the record of another has', async () => {
    // Neither tests before nor tests after know the open sport and the changed record.
    vi.resetModules()
    onTestFinished(() => void vi.resetModules())
    const opened = await import('../index.ts')
    const { PRICE_RECORD: record } = await import('./price-record.ts')
    const { isEdge, supportsEdges } = opened
    await opened.openSports(['NBA'])
    Object.assign(record, { bets: [bets(), bets({ stat: 'Points' }), bets({ stat: 'Unknown' })] })
    expect(isEdge(0.02, ['Pitcher Strikeouts'])).toBe(true)
    for (const stat of ['Points', 'Unknown']) {
      expect(supportsEdges(stat), stat).toBe(false)
      expect(isEdge(0.02, [stat]), stat).toBe(false)
      expect(isEdge(0.02, ['Pitcher Strikeouts', stat]), stat).toBe(false)
    }
  })

  it('has a shipped record of the shipped engine and of the same prices as the shipped weights', () => {
    const { data, from, to } = LINE_EVIDENCE
    expect(PRICE_RECORD).toMatchObject({ engine: ENGINE_VERSION, data, from, to })
    for (const { stat, rule, price, ...figures } of PRICE_RECORD.bets)
      if (rule === 'interval' && price === 'first')
        expect(supportsEdges(stat), stat).toBe(isSupported(figures))
  })
})
