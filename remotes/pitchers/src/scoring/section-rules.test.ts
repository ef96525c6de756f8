import { describe, expect, it } from 'vitest'
import type { PitcherAssessment } from './assess-pitcher.ts'
import {
  type Assessed,
  missingForTopPick,
  nearTopPitchers,
  notRanked,
  strongestToWeakest,
  topPitchers,
  workhorses,
} from './section-rules.ts'

interface Figures {
  line?: number | null
  innings?: number | null
  starts?: number
  against?: number
  z?: number | null
}

const pitcher = (name: string, figures: Figures = {}): Assessed => {
  const { line = 5.5, innings = 6, starts = 5, against = 5, z = 1 } = figures
  const assessment: PitcherAssessment = {
    line,
    recent: { values: Array(starts).fill(6), average: 6, averageInnings: innings, stdDev: 1 },
    opponent: { games: against, average: 6 },
    parkMultiplier: 1,
    projected: 6,
    z,
    signal: 'HIGH',
    signalBasis: 'edge',
  }
  return { name, assessment }
}

const names = (pitchers: Assessed[]) => pitchers.map(({ name }) => name)

describe('H2 Strongest to Weakest', () => {
  it.each<[string, Figures, string | null]>([
    ['4.5 innings and three starts are enough', { innings: 4.5, starts: 3, against: 0, z: -2 }, null],
    ['no line', { line: null, z: null }, 'no line'],
    ['two starts', { starts: 2 }, 'fewer than 3 starts'],
    ['4.4 innings', { innings: 4.4 }, 'under 4.5 innings on average'],
    ['67 outs in five starts, shown as 4.5 innings', { innings: 67 / 15 }, null],
    ['66 outs in five starts, shown as 4.4 innings', { innings: 66 / 15 }, 'under 4.5 innings on average'],
    ['innings unknown', { innings: null }, 'under 4.5 innings on average'],
  ])('checks the requirements: %s', (_what, figures, reason) => {
    expect(notRanked(pitcher('A', figures))).toBe(reason)
    expect(strongestToWeakest([pitcher('A', figures)])).toHaveLength(reason === null ? 1 : 0)
  })
  it('orders by z, then by name', () => {
    const list = [
      pitcher('C', { z: -1 }),
      pitcher('B', { z: 0.4 }),
      pitcher('A', { z: 0.4 }),
      pitcher('D', { z: 2 }),
    ]
    expect(names(strongestToWeakest(list))).toEqual(['D', 'A', 'B', 'C'])
  })
})

describe('H2 Top Picks Today', () => {
  it.each<[string, Figures, boolean]>([
    ['all requirements met exactly', { innings: 5, starts: 3, against: 4, z: 0.8 }, true],
    ['4.9 innings', { innings: 4.9 }, false],
    ['innings shown as 5.0', { innings: 4.96 }, true],
    ['two starts', { starts: 2 }, false],
    ['three games against the opponent', { against: 3 }, false],
    ['z 0.79', { z: 0.79 }, false],
    ['no z', { z: null, line: null }, false],
  ])('checks the requirements: %s', (_what, figures, chosen) =>
    expect(topPitchers([pitcher('A', figures)])).toHaveLength(chosen ? 1 : 0),
  )
  it('contains the five strongest pitchers', () => {
    const list = Array.from({ length: 8 }, (_, index) => pitcher(`P${index}`, { z: 1 + index / 10 }))
    expect(names(topPitchers(list))).toEqual(['P7', 'P6', 'P5', 'P4', 'P3'])
  })
})

describe('H2 the list near Top Picks', () => {
  it('lists every missing requirement', () => {
    const figures = { innings: 4.9, starts: 2, against: 3, z: 0.5 }
    expect(missingForTopPick(pitcher('A', figures))).toEqual([
      'z under 0.80',
      'fewer than 3 starts',
      'under 5 innings on average',
      '3 of 4 starts against them',
    ])
  })
  it('contains pitchers with one missing requirement and at least a medium edge', () => {
    const list = [
      pitcher('Top'),
      pitcher('No opponent history', { against: 0, z: 2 }),
      pitcher('Medium', { z: 0.35 }),
      pitcher('Low', { z: 0.34 }),
      pitcher('Lacks two', { against: 0, innings: 4 }),
    ]
    expect(names(nearTopPitchers(list))).toEqual(['No opponent history', 'Medium'])
  })
})

describe('H2 Workhorses', () => {
  it('contains at most twelve pitchers with three starts, ordered by innings', () => {
    const list = Array.from({ length: 15 }, (_, index) =>
      pitcher(`P${String(index).padStart(2, '0')}`, { innings: 4 + index / 10, line: null, z: null }),
    )
    const found = names(workhorses([...list, pitcher('Opener', { starts: 2, innings: 9 })]))
    expect(found).toHaveLength(12)
    expect(found[0]).toBe('P14')
    expect(found.at(-1)).toBe('P03')
  })
})
