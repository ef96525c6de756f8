import { answer, legCorrelation, normalQuantile, type ParlayLeg } from '@propsight/shared/domain/engine'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../score/cases.ts'
import { syntheticSeason } from '../../testing/synthetic-season.ts'
import { DependenceSums, fitDependence } from './fit-dependence.ts'
import {
  BATTING_STATS,
  type Mark,
  mark,
  type Performance,
  PITCHING_STATS,
  relationsOf,
} from './performances.ts'

const CHANCE = 0.4

/** The same forecast for every player, because the real engine would make the test slow. */
const sameForAll = (_: unknown, stats: readonly string[]) =>
  answer(
    stats.map((stat) => {
      const distribution = { least: 0, atLeast: [1, 0.5, 0.2, 0.05] }
      const range80 = { low: 0, high: 2 }
      return { stat, distribution, low: distribution, high: distribution, mean: 0.75, fairLine: 0.5, range80 }
    }),
  )
const STAND_IN: Engine = { forecastBatter: sameForAll, forecastPitcher: sameForAll }

const random = xoroshiro128plus(11)
const normal = () => normalQuantile(uniformFloat64(random))
const goesOver = (value: number): Mark => mark(value > -normalQuantile(CHANCE), CHANCE)

const batter = (club: string, slot: number, forms: readonly number[]): Performance => ({
  playerId: `${club}${slot}`,
  club,
  slot,
  batter: true,
  marks: BATTING_STATS.map((_, at) => goesOver(forms[at] ?? normal())),
})

const [HITS, , , RUNS, RBIS] = BATTING_STATS.keys()

/** One side's game in which a batter's runs correlate by 0.5 with the RBIs of the batter two places later. */
function side(club: string): Performance[] {
  const runs = Array.from({ length: 9 }, normal)
  return runs.map((run, at) => {
    const batsIn = 0.5 * (runs[(at + 7) % 9] ?? 0) + Math.sqrt(0.75) * normal()
    const forms = BATTING_STATS.map(() => normal())
    return batter(club, at + 1, forms.with(RUNS ?? 0, run).with(RBIS ?? 0, batsIn))
  })
}

const leg = (slot: number, stat: string): ParlayLeg => ({
  game: 'A',
  club: 'SEA',
  player: `player ${slot}`,
  slot,
  stat,
  line: 0.5,
  side: 'over',
  oddsType: 'standard',
  win: CHANCE,
  interval80: { low: CHANCE, high: CHANCE },
  push: 0,
  noPlay: 0,
})

describe('relationsOf', () => {
  it('names each pair by its distance in the batting order, across the ninth place', () => {
    const one = batter('SEA', 1, [])
    const eight = batter('SEA', 8, [])
    const pitcher = { ...batter('TEX', 1, []), batter: false, slot: null }
    const found = relationsOf([one, eight, pitcher]).map(({ relation, row, column }) => [
      relation,
      row.playerId,
      column.playerId,
    ])
    expect(found).toEqual([
      ['sameBatter', 'SEA1', 'SEA1'],
      ['teamMates2', 'SEA8', 'SEA1'],
      ['pitcherFacing', 'TEX1', 'SEA1'],
      ['sameBatter', 'SEA8', 'SEA8'],
      ['pitcherFacing', 'TEX1', 'SEA8'],
      ['samePitcher', 'TEX1', 'TEX1'],
    ])
  })
})

describe('fitDependence', () => {
  it('recovers the correlation of runs and RBIs two places apart, and legCorrelation returns it for both leg orders', () => {
    const sums = new DependenceSums()
    for (let game = 0; game < 300; game++)
      sums.add({ date: '2026-05-01', players: [...side('SEA'), ...side('TEX')] })
    const table = sums.tables()
    const runs = RUNS ?? 0
    const hits = HITS ?? 0
    const rbis = RBIS ?? 0
    expect(table.teamMates[1]?.[runs]?.[rbis]).toBeGreaterThan(0.25)
    expect(Math.abs(table.teamMates[1]?.[rbis]?.[runs] ?? 1)).toBeLessThan(0.1)
    expect(Math.abs(table.opposingBatters[hits]?.[hits] ?? 1)).toBeLessThan(0.1)
    expect(table.sameBatter[hits]?.[hits]).toBe(1)
    // Place 1 is two places after place 8.
    expect(legCorrelation(table, leg(8, 'Runs'), leg(1, 'RBIs'))).toBeGreaterThan(0.25)
    expect(legCorrelation(table, leg(1, 'RBIs'), leg(8, 'Runs'))).toBeGreaterThan(0.25)
    expect(Math.abs(legCorrelation(table, leg(1, 'Runs'), leg(8, 'RBIs')))).toBeLessThan(0.1)
  })

  it('fits complete tables to a season and reports their value on held-out days', () => {
    const season = syntheticSeason({ days: 34 })
    const until = season.games.at(-1)?.date ?? ''
    let report = ''
    const table = fitDependence(season, until, STAND_IN, (text) => {
      report = text
    })
    expect(table).toMatchObject({ batting: BATTING_STATS, pitching: PITCHING_STATS, to: until })
    expect(table.from).toBe(season.games[0]?.date)
    const values = [table.teamMates, table.pitcherFacing, table.sameBatter, table.twoPitchers].flat(3)
    expect(values.every((value) => Math.abs(value) <= 1)).toBe(true)
    // Two hits are always more than 1.5 bases.
    expect(table.sameBatter[HITS ?? 0]?.[BATTING_STATS.indexOf('Total Bases')]).toBeGreaterThan(0.3)
    expect(report).toMatch(/^Pairs of one game, fitted to .*\nrelation.*\nsameBatter/s)
    expect(report).not.toContain('NaN')
  })
})
