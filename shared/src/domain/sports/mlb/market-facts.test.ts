import { expect, it } from 'vitest'
import { marketFacts, ODDS_MARKETS } from './market-facts.ts'
import { findStatType, listStatNames } from './stat-types.ts'

it('every market has its facts, and no other name has', () => {
  for (const stat of [...listStatNames('hitting'), ...listStatNames('pitching')]) {
    const { plausible: [low, high] = [0, 0] } = marketFacts(stat) ?? {}
    expect({ stat, isRange: low < high && low >= 0.5 }).toEqual({ stat, isRange: true })
  }
  expect(marketFacts('H+R+RBI')).toBe(marketFacts('Hits+Runs+RBIs'))
  for (const name of ['Blorps', 'constructor']) expect(marketFacts(name)).toBeUndefined()
})

it('every market of the odds service is a market, under its own key and role', () => {
  expect(new Set(ODDS_MARKETS.map(({ key }) => key)).size).toBe(ODDS_MARKETS.length)
  for (const { key, stat, role } of ODDS_MARKETS)
    expect([key, findStatType(stat)?.group, key.startsWith(`${role}_`)]).toEqual([
      key,
      role === 'pitcher' ? 'pitching' : 'hitting',
      true,
    ])
})
