import { BASES, listStatNames, ODDS_TYPES } from '@propsight/shared/domain'
import * as fc from 'fast-check'
import type { LineFacts } from '../facts.ts'

/** Fixture: the facts of a recommended line of an invented player, all of them present. */
export const someFacts = (changes: Partial<LineFacts> = {}): LineFacts => ({
  name: 'José Peña Jr.',
  group: 'hitting',
  stat: 'Total Bases',
  line: 1.5,
  oddsType: 'standard',
  side: 'OVER',
  chance: 63,
  low: 57,
  high: 69,
  push: 0,
  alone: 71,
  basis: 'line',
  edge: false,
  fairLine: 1.84,
  mean: 2.12,
  window: { over: 8, under: 2, push: 0, games: 10, rate: 0.8 },
  recent: { over: 4, under: 1, push: 0, games: 5, rate: 0.8 },
  season: { over: 33, under: 27, push: 0, games: 60, rate: 0.55 },
  venue: { over: 20, under: 11, push: 0, games: 31, rate: 20 / 31 },
  average: 1.93,
  trend: { short: 2.4, long: 1.9, direction: 'up' },
  game: { home: true, opponent: 'Boston Red Sox', park: 'Yankee Stadium' },
  starter: { name: 'Ansel O’Dell', throws: 'L', era: '4.81', whip: '1.35' },
  park: { percent: 19, of: 'home runs' },
  weather: '84°F, wind 11 mph out to left-center, rain 30%',
  rest: null,
  absent: [],
  lineup: { announced: true, slot: 3 },
  news: null,
  ...changes,
})

const percent = fc.integer({ min: 0, max: 100 })
const tenthsOf = fc.integer({ min: 0, max: 300 }).map((value) => value / 10)
const counts = fc
  .record({ over: fc.nat(60), under: fc.nat(60), push: fc.nat(5) })
  .map(({ over, under, push }) => ({
    over,
    under,
    push,
    games: over + under + push,
    rate: over + under === 0 ? null : over / (over + under),
  }))
const part = fc.constantFrom(
  'Ann',
  'O’Dell',
  'de',
  'la',
  'Peña',
  "D'Arnaud",
  'J.T.',
  'Roe-Lee',
  'Jr.',
  'III',
  'St.',
)
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const rate = fc.option(fc.integer({ min: 0, max: 1500 }).map((value) => (value / 100).toFixed(2)))
const OTHER_STATS = ['Points', '3-PT Made', 'Pts+Rebs+Asts', 'Blks+Stls']
const statOf = (group: LineFacts['group']) =>
  fc.constantFrom(...(group === 'other' ? OTHER_STATS : listStatNames(group)))
const label = fc.constantFrom('10-day injured list', '60-day injured list', 'activated', 'traded', 'recalled')

/** Arbitrary facts, including those without a game, a starter or a season. */
export const anyFacts: fc.Arbitrary<LineFacts> = fc
  .constantFrom('hitting' as const, 'pitching' as const, 'other' as const)
  .chain((group) =>
    fc.record({
      name,
      group: fc.constant(group),
      stat: statOf(group),
      line: fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2),
      oddsType: fc.constantFrom(...ODDS_TYPES),
      side: fc.constantFrom('OVER' as const, 'UNDER' as const),
      chance: percent,
      low: percent,
      high: percent,
      push: percent,
      alone: percent,
      basis: fc.constantFrom(...BASES),
      edge: fc.boolean(),
      fairLine: tenthsOf,
      mean: tenthsOf,
      window: counts,
      recent: counts,
      season: counts,
      venue: fc.option(counts),
      average: fc.option(tenthsOf),
      trend: fc.option(
        fc.record({
          short: tenthsOf,
          long: tenthsOf,
          direction: fc.constantFrom('up' as const, 'down' as const, 'flat' as const),
        }),
      ),
      game: fc.option(
        fc.record({
          home: fc.boolean(),
          opponent: fc.constantFrom('Boston Red Sox', 'Athletics', 'St. Louis Cardinals'),
          park: fc.constantFrom('Fenway Park', 'loanDepot park', 'T-Mobile Park', null),
        }),
      ),
      starter: fc.option(
        fc.record({ name, throws: fc.constantFrom('L' as const, 'R' as const, null), era: rate, whip: rate }),
      ),
      park: fc.option(
        fc.record({
          percent: fc.integer({ min: -30, max: 30 }),
          of: fc.constantFrom('home runs', 'singles', 'walks', 'strikeouts'),
        }),
      ),
      weather: fc.option(
        fc.constantFrom(
          '84°F, wind 11 mph out to left-center, rain 30%',
          '-3°F, calm',
          'indoors under a fixed roof',
        ),
      ),
      rest: fc.option(fc.integer({ min: -1, max: 9 })),
      absent: fc.array(fc.record({ name, rate: counts }), { maxLength: 2 }),
      lineup: fc.option(
        fc.record({ announced: fc.boolean(), slot: fc.option(fc.integer({ min: 1, max: 9 })) }),
      ),
      news: fc.option(fc.record({ label, date: fc.constantFrom('2026-07-12', '2026-05-01') })),
    }),
  )
