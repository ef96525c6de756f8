import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceAtLeast, lineOdds, meanOf } from '../../engine/forecast.ts'
import { forecastNbaPlayer, marketDistributions } from './forecast-player.ts'
import { correlation, covariance, modelGame } from './game-model.ts'
import { type Fixture, NbaLeague, type PlayerOutlook } from './league.ts'
import { type BoxGame, findNbaMarket, NBA_CONSTANTS, NBA_MARKETS, NBA_STAT_TYPES } from './markets.ts'
import { NOTHING_VACATED, PlayerRecord } from './records.ts'
import { boxGames, boxLine } from './testing/box-games.ts'

const STATS = NBA_MARKETS.map(({ stat }) => stat)
const FIXTURE: Fixture = { date: '2022-12-01', season: 2022, playoffs: false, home: 'BOS', away: 'DEN' }

function leagueOf(games: readonly BoxGame[]): NbaLeague {
  const league = new NbaLeague(NBA_CONSTANTS)
  for (const game of games) league.add(game)
  return league
}

function outlookOf(league: NbaLeague, id: string, club: string, out?: ReadonlySet<string>): PlayerOutlook {
  const player = league.player(id, FIXTURE.season)
  if (!player) throw new Error(`there is no player ${id}`)
  return league.outlook(player, club, FIXTURE, out)
}

const marketOf = (stat: string) => {
  const market = findNbaMarket(stat)
  if (!market) throw new Error(`there is no market ${stat}`)
  return market
}

function forecastOf(outlook: PlayerOutlook) {
  const made = forecastNbaPlayer(outlook, STATS)
  if (!made.ok) throw new Error(made.reason)
  return new Map(made.value.map((forecast) => [forecast.stat, forecast]))
}

const league = leagueOf(boxGames(30))
const outlook = outlookOf(league, 'BOS0', 'BOS')
const meanOfStat = (stat: string, of = outlook) => forecastOf(of).get(stat)?.mean ?? Number.NaN

describe('the forecast of a player', () => {
  it('is monotone, inside its band and finite in every market', () => {
    for (const { distribution, low, high, mean } of forecastOf(outlook).values()) {
      expect(distribution.atLeast).toEqual(distribution.atLeast.toSorted((a, b) => b - a))
      expect(Number.isFinite(mean)).toBe(true)
      for (let value = 0; value < 60; value++) {
        const chance = chanceAtLeast(distribution, value)
        expect(chanceAtLeast(low, value)).toBeLessThanOrEqual(chance)
        expect(chanceAtLeast(high, value)).toBeGreaterThanOrEqual(chance)
      }
    }
  })

  it('has sums that agree with their parts, before the maps of chances', () => {
    const model = modelGame(outlook, NBA_CONSTANTS)
    const mean = (stat: string) =>
      meanOf(marketDistributions(model, [marketOf(stat)])[0] ?? { least: 0, atLeast: [1] })
    const parts = mean('Points') + mean('Rebounds') + mean('Assists')
    expect(mean('Pts+Rebs+Asts')).toBeCloseTo(parts, 3)
    expect(mean('Pts+Rebs')).toBeCloseTo(mean('Points') + mean('Rebounds'), 3)
    expect(mean('Blks+Stls')).toBeCloseTo(mean('Blocked Shots') + mean('Steals'), 3)
    // A sum exceeds a line at least as often as each of its parts.
    const [points, sum] = marketDistributions(model, [marketOf('Points'), marketOf('Pts+Rebs')])
    for (const line of [4.5, 14.5, 24.5])
      expect(lineOdds(sum ?? NONE, line).over).toBeGreaterThanOrEqual(lineOdds(points ?? NONE, line).over)
  })

  it('has correlations that follow from the sums and belong to a covariance matrix', () => {
    const model = modelGame(outlook, NBA_CONSTANTS)
    const [points, rebounds, both] = ['Points', 'Rebounds', 'Pts+Rebs'].map(marketOf)
    if (!points || !rebounds || !both) throw new Error('a market is missing')
    const variance = (market: typeof points) => covariance(model, market, market)
    const twice = 2 * covariance(model, points, rebounds)
    expect(variance(both)).toBeCloseTo(variance(points) + variance(rebounds) + twice, 9)
    // The distributions have the variances of the model.
    const [made = NONE] = marketDistributions(model, [both])
    const squares = made.atLeast.reduce((sum, chance, at) => sum + (at === 0 ? 0 : (2 * at - 1) * chance), 0)
    expect(squares - meanOf(made) ** 2).toBeCloseTo(variance(both), 1)
    expect(correlation(model, points, both)).toBeGreaterThan(0.7)
    expect(correlation(model, points, points)).toBeCloseTo(1, 9)
    expect(Math.abs(correlation(model, rebounds, marketOf('Turnovers')))).toBeLessThan(0.6)
  })

  it('answers for arbitrary box scores, and refuses what it does not know', () => {
    const lines = fc.array(
      fc.record({ place: fc.nat(7), minutes: fc.integer({ min: 0, max: 60 }), seed: fc.nat(999) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(lines, (drawn) => {
        const games = drawn.map(
          ({ place, minutes, seed }, at): BoxGame => ({
            ...{
              id: `${at}`,
              date: `2022-11-${10 + at}`,
              season: 2022,
              playoffs: at > 9,
              home: 'BOS',
              away: 'DEN',
            },
            ...{
              homeScore: seed,
              awayScore: 100,
              lines: [boxLine('BOS', place, seed, Math.max(0.5, minutes))],
            },
          }),
        )
        const own = leagueOf(games)
        for (const { distribution, mean } of forecastOf(
          outlookOf(own, `BOS${drawn[0]?.place}`, 'BOS', new Set(['BOS1', 'nobody'])),
        ).values()) {
          expect(Number.isFinite(mean)).toBe(true)
          expect(distribution.atLeast.every((chance) => chance >= 0 && chance <= 1)).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
    expect(forecastNbaPlayer(undefined, STATS)).toEqual({ ok: false, reason: 'no games' })
    expect(forecastNbaPlayer(outlook, ['Dunks'])).toEqual({ ok: false, reason: 'unknown stat' })
  })
})

describe('the league', () => {
  it('gives minutes and shots of a player who is out to the others', () => {
    const all = outlookOf(league, 'BOS4', 'BOS', new Set())
    const without = outlookOf(league, 'BOS4', 'BOS', new Set(['BOS0', 'BOS1']))
    expect(without.vacated.minutes).toBeGreaterThan(40)
    expect(meanOfStat('Points', without)).toBeGreaterThan(1.05 * meanOfStat('Points', all))
  })

  it('takes from one list of absent players those of each club', () => {
    const both = new Set(['BOS0', 'BOS1', 'DEN0'])
    for (const club of ['BOS', 'DEN']) {
      const own = new Set([...both].filter((id) => id.startsWith(club)))
      const { vacated, short } = outlookOf(leagueOf(boxGames(30)), `${club}4`, club, own)
      expect(vacated.minutes, club).toBeGreaterThan(0)
      expect(outlookOf(league, `${club}4`, club, both), club).toMatchObject({ vacated, short })
    }
  })

  it('does not count a player as absent from the club that he has left', () => {
    const games = boxGames(20)
    const traded = leagueOf([
      ...games,
      {
        ...{ id: 'trade', date: '2022-11-20', season: 2022, playoffs: false, home: 'MIA', away: 'DEN' },
        ...{ homeScore: 100, awayScore: 99, lines: [{ ...boxLine('MIA', 0, 5), playerId: 'BOS0' }] },
      },
    ])
    const out = traded.reportedOut('BOS', 2022, new Set())
    expect(out.has('BOS1')).toBe(true)
    expect(out.has('BOS0')).toBe(false)
  })
})

describe('the markets', () => {
  it('value a game as the sum of their weighted components', () => {
    const { counts } = boxLine('BOS', 0, 3)
    const values = Object.fromEntries(
      NBA_MARKETS.map(({ stat, value }) => [stat, value(counts) ?? Number.NaN]),
    )
    expect(values['Pts+Rebs+Asts']).toBe(counts.points + counts.rebounds + counts.assists)
    const score =
      counts.points +
      1.2 * counts.rebounds +
      1.5 * counts.assists +
      3 * (counts.steals + counts.blocks) -
      counts.turnovers
    expect(values['Fantasy Score']).toBeCloseTo(Math.round(score), 9)
    // The engine rounds a fractional score; a game log has the score that books grade.
    const logged = NBA_STAT_TYPES.find(({ name }) => name === 'Fantasy Score')
    expect(score % 1).not.toBe(0)
    expect(logged?.value({ counts: { ...counts } })).toBeCloseTo(score, 9)
    expect(findNbaMarket('3-PT Made')?.value({ ...counts, threesMade: null })).toBeNull()
  })
})

const NONE = { least: 0, atLeast: [1] }

describe('the beginning of a season', () => {
  it('starts with the minutes of the last regular season, not with those of April or the playoffs', () => {
    const player = new PlayerRecord()
    const play = (minutes: number, playoffs: boolean) =>
      player.add(
        boxLine('BOS', 0, minutes, minutes),
        { date: '2022-12-01', playoffs },
        NOTHING_VACATED,
        NBA_CONSTANTS,
      )
    for (let game = 0; game < 70; game++) play(36, false)
    for (let game = 0; game < 12; game++) play(12, true)
    expect(player.slow).toBeLessThan(28)
    player.beginSeason(2023, NBA_CONSTANTS)
    for (const minutes of [player.slow, player.fast, player.last, player.seasonMinutes])
      expect(minutes).toBeGreaterThan(34)
  })

  it('counts the games before a player’s first one as missed, and no minutes as open before the rotation is seen', () => {
    const league = leagueOf(boxGames(30))
    const first = boxGames(1, 2023).map((game) => ({
      ...game,
      lines: game.lines.filter(({ playerId }) => playerId !== 'BOS0'),
    }))
    for (const game of first) league.add(game)
    const player = league.player('BOS0', 2023)
    if (!player) throw new Error('no player')
    const { missed, short } = league.outlook(player, 'BOS', { ...FIXTURE, season: 2023, date: '2023-10-25' })
    expect(missed).toBe(1)
    expect(Math.abs(short)).toBeLessThan(0.1)
  })
})
