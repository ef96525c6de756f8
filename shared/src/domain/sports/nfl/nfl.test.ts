import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanOf } from '../../engine/forecast.ts'
import { expectedParts, forecastNflPlayer, meanOfPart, yardChances } from './forecast.ts'
import { NflLeague } from './league.ts'
import {
  type FootballGame,
  NFL_CONSTANTS,
  NFL_ENGINE_STATS,
  NFL_MARKETS,
  NFL_STAT_TYPES,
  roleOf,
} from './markets.ts'
import { footballGames, footballLine } from './testing/football-games.ts'

const FIXTURE = {
  ...{ date: '2022-12-01', season: 2022, playoffs: false, home: 'KC', away: 'BUF', neutral: false },
  ...{ spread: 3, total: 47, wind: 5 },
}
const STATS = NFL_MARKETS.map(({ stat }) => stat)

function leagueOf(games: readonly FootballGame[]): NflLeague {
  const league = new NflLeague(NFL_CONSTANTS)
  for (const game of games) league.add(game)
  return league
}

function outlookOf(league: NflLeague, id: string, out?: ReadonlySet<string>, fixture = FIXTURE) {
  const player = league.player(id, fixture.season)
  if (!player) throw new Error(`no player ${id}`)
  return league.outlook(player, 'KC', fixture, out)
}

const league = leagueOf(footballGames(12))

describe('the forecast of a player', () => {
  it('gives each market a distribution whose chances fall from one and whose mean is that of its parts', () => {
    const outlook = outlookOf(league, 'KC4', new Set())
    const made = forecastNflPlayer(outlook, STATS, { ...NFL_CONSTANTS, calibration: {} })
    if (!made.ok) throw new Error(made.reason)
    const parts = expectedParts(outlook, NFL_CONSTANTS)
    for (const [at, market] of NFL_MARKETS.entries()) {
      const forecast = made.value[at]
      if (!forecast) throw new Error(market.stat)
      const { atLeast } = forecast.distribution
      expect(
        atLeast.every((chance, value) => value === 0 || chance <= (atLeast[value - 1] ?? 1) + 1e-9),
      ).toBe(true)
      const expected = market.parts.reduce((sum, part) => sum + meanOfPart(parts, part), 0)
      if (expected > 1) expect(meanOf(forecast.distribution) / expected).toBeCloseTo(1, 1)
    }
  })

  it('has a band around the middle that is wider for a player whom little is known of', () => {
    const width = (weeks: number) => {
      const made = forecastNflPlayer(outlookOf(leagueOf(footballGames(weeks)), 'KC4'), ['Receptions'])
      if (!made.ok) throw new Error(made.reason)
      const [forecast] = made.value
      return forecast ? meanOf(forecast.high) - meanOf(forecast.low) : 0
    }
    expect(width(2)).toBeGreaterThan(width(12))
  })

  it('refuses a player without a game, and a market that does not exist', () => {
    expect(forecastNflPlayer(undefined, STATS)).toMatchObject({ ok: false })
    expect(forecastNflPlayer(outlookOf(league, 'KC4'), ['Punts'])).toMatchObject({ ok: false })
  })

  it('spreads yards with the mean and variance of their events', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 25 }),
        fc.double({ min: 4, max: 14, noNaN: true }),
        (events, per) => {
          const counts = [...new Array<number>(events).fill(0), 1]
          const chances = yardChances(counts, per, { event: 0.9, day: 0.01 })
          const mean = chances.reduce((sum, chance, value) => sum + value * chance, 0)
          const square = chances.reduce((sum, chance, value) => sum + value ** 2 * chance, 0)
          expect(mean / (events * per)).toBeCloseTo(1, 1)
          const spread = (square - mean ** 2) / (events * per) ** 2
          expect(spread / (0.9 / events + 0.01)).toBeGreaterThan(0.8)
          expect(spread / (0.9 / events + 0.01)).toBeLessThan(1.2)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the league', () => {
  it('takes a quarterback’s rates from starts only', () => {
    const games = footballGames(12)
    const spared = games.map((game) => ({
      ...game,
      lines: [...game.lines, footballLine('KC9', 'KC', 'QB', { passAttempts: game.home === 'KC' ? 33 : 2 })],
    }))
    const player = leagueOf(spared).player('KC9', 2022)
    expect(player?.rate('passAttempts', NFL_CONSTANTS)).toBeGreaterThan(28)
  })

  it('gives an absent regular’s chances to players of the role only', () => {
    const out = new Set(['KC2'])
    const vacated = (id: string, absent?: ReadonlySet<string>) =>
      outlookOf(league, id, absent).vacated.carries
    expect(vacated('KC3', out)).toBeGreaterThan(vacated('KC3', new Set()))
    expect(vacated('KC0', out)).toBeCloseTo(0, 12)
    expect(league.reportedOut('KC', 2022, new Set(['KC0']))).toContain('KC2')
  })

  it('takes margin and total from the price, and from earlier games without one', () => {
    expect(outlookOf(league, 'KC4')).toMatchObject({ margin: 3, total: 47, home: true })
    const unpriced = { ...FIXTURE, spread: null, total: null, wind: null }
    const { margin, total, wind } = outlookOf(league, 'KC4', undefined, unpriced as unknown as typeof FIXTURE)
    expect(Math.abs(margin)).toBeLessThan(15)
    expect(total).toBeGreaterThan(35)
    expect(wind).toBe(8)
  })
})

describe('the markets', () => {
  it('value a game as the sum of their parts', () => {
    const { counts } = footballLine('KC2', 'KC', 'RB', {
      rushYards: 61,
      receivingYards: -4,
      rushTouchdowns: 1,
    })
    const compute = (stat: string, known: object = counts) =>
      NFL_STAT_TYPES.find(({ name }) => name === stat)?.value({ counts: { ...counts, ...known } })
    expect(compute('Rush+Rec Yds')).toBe(57)
    expect(compute('Rush+Rec TDs')).toBe(1)
    expect(compute('Receptions', { receptions: null })).toBeNull()
    expect([roleOf('FB'), roleOf('LS')]).toEqual(['RB', 'WR'])
  })
})

describe('the correlation of two players', () => {
  const engineOf = (stat: string) => NFL_ENGINE_STATS.find(({ name }) => name === stat)?.engine
  const teamMates = (one: string, other: string) => engineOf(one)?.teamMates[other] ?? Number.NaN

  it('is high for a passer and his receiver, and small for two receivers', () => {
    const thrown = teamMates('Pass Yards', 'Receiving Yards')
    expect(thrown).toBeGreaterThan(0.1)
    expect(teamMates('Receiving Yards', 'Pass Yards')).toBe(thrown)
    expect(Math.abs(teamMates('Receiving Yards', 'Receiving Yards'))).toBeLessThan(0.05)
    expect(engineOf('Pass Yards')?.opponents['Receiving Yards']).toBeLessThan(thrown / 2)
  })
})
