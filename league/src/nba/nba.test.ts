import { NBA_ODDS } from '@propsight/shared/domain/sports/nba'
import { describe, expect, it } from 'vitest'
import { SAMPLE_BOOKS } from '../odds/sample-books.ts'
import { dateOf, dayNumber } from '../world/world.ts'
import { MARKETS, SampleNba } from './league.ts'
import { SampleNbaOdds } from './odds.ts'
import { daysBetween, nbaOpening } from './season.ts'

const nba = new SampleNba('propsight')
const NOON = new Date('2026-07-15T16:00:00Z')
const finished = nba
  .games({ from: '2026-06-01', to: '2026-07-14' }, NOON)
  .map((game) => ({ game, box: nba.box(game, NOON) }))

describe('the sample NBA', () => {
  it('has games on every day of a year, and no club plays on three days in a row', () => {
    for (const day of daysBetween('2026-01-01', '2026-12-31')) {
      const next = [0, 1, 2].map((after) => dateOf(dayNumber(day) + after))
      const clubs = next.map((date) => {
        const games = nba.games({ from: date, to: date }, new Date(`${day}T16:00:00Z`))
        return new Set(games.flatMap(({ home, away }) => [home, away]))
      })
      expect(clubs[0]?.size, day).toBe(14)
      expect(clubs[0]?.intersection(clubs[1] ?? new Set()).intersection(clubs[2] ?? new Set()).size).toBe(0)
    }
    expect([nbaOpening('2026-07-15'), nbaOpening('2026-01-31')]).toEqual(['2026-06-01', '2025-12-01'])
  })

  it('finds a game by its id', () => {
    for (const { game } of finished.slice(0, 40)) expect(nba.game(game.id)).toEqual(game)
  })

  it('has box scores of 240 minutes a club without a tie, and no injured player in them', () => {
    for (const { game, box } of finished) {
      const out = new Set(nba.injuries(game.date).map(({ player }) => player.id))
      for (const lines of [box.home, box.away]) {
        const minutes = lines.reduce((sum, line) => sum + line.minutes, 0)
        expect(minutes).toBeGreaterThan(230)
        expect(minutes).toBeLessThan(250)
        expect(lines.filter(({ started }) => started)).toHaveLength(5)
        expect(lines.every((line) => line.minutes === 0 || !out.has(line.player.id))).toBe(true)
      }
      const [home, away] = [box.home, box.away].map((lines) =>
        lines.reduce((sum, { points }) => sum + points, 0),
      )
      expect(home).not.toBe(away)
      expect(home).toBeGreaterThan(45)
      expect(home).toBeLessThan(200)
    }
  })

  it('has counts that never fall while a game goes on', () => {
    const [game] = nba.games({ from: '2026-07-15', to: '2026-07-15' }, NOON)
    if (!game) throw new Error('no game')
    const at = (minutes: number) => nba.box(game, new Date(Date.parse(game.startsAt) + minutes * 60_000))
    expect([at(-1), at(0), at(139), at(140)].map(({ state }) => state)).toEqual(['pre', 'in', 'in', 'post'])
    const points = [0, 30, 60, 100, 140].map((minutes) => at(minutes).home[0]?.points ?? 0)
    expect(points).toEqual(points.toSorted((a, b) => a - b))
    expect(new SampleNba('propsight').box(game, new Date(Date.parse(game.startsAt) + 3_600_000))).toEqual(
      at(60),
    )
  })

  it('has lines on games to come only, which the players beat in about half of their games', () => {
    const lines = nba.lines(NOON)
    expect(new Set(lines.map(({ stat }) => stat)).size).toBeGreaterThanOrEqual(12)
    expect(lines.every(({ startsAt }) => startsAt > NOON.toISOString())).toBe(true)
    const games = finished
      .flatMap(({ box }) => [...box.home, ...box.away])
      .filter(({ minutes }) => minutes > 0)
    const byPlayer = Map.groupBy(games, ({ player }) => String(player.id))
    const results = lines
      .filter(({ stat, oddsType }) => stat === 'Points' && oddsType === 'standard')
      .flatMap(({ playerId, line }) => (byPlayer.get(playerId) ?? []).map(({ points }) => points > line))
    const overs = results.filter(Boolean).length / results.length
    expect(results.length).toBeGreaterThan(1_000)
    expect(overs).toBeGreaterThan(0.42)
    expect(overs).toBeLessThan(0.58)
  })
})

describe('the odds of the sample NBA', () => {
  const odds = new SampleNbaOdds('propsight', nba)
  const keys = new Set(NBA_ODDS.markets.map(({ key }) => key))
  const statOf = new Map(NBA_ODDS.markets.map(({ key, stat }) => [key, stat]))
  const toValue = new Map(MARKETS.map(([stat, value]) => [stat, value]))
  const implied = (american: number) => (american > 0 ? 100 / (100 + american) : -american / (100 - american))

  it('lists the games of the day by the full names of the clubs until they are over', () => {
    const listed = odds.events(NOON)
    expect(listed).toHaveLength(7)
    const names = daysBetween('2026-07-01', '2026-07-15').flatMap((day) =>
      odds.events(new Date(`${day}T16:00:00Z`)).flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]),
    )
    expect(new Set(names).size).toBe(30)
    expect(names).toContain('Los Angeles Clippers')
    const [first] = listed
    const start = Date.parse(first?.commenceTime ?? '')
    expect(odds.quotes(first?.id ?? '', new Date(start), keys)?.books).toEqual([])
    expect(odds.quotes(first?.id ?? '', new Date(start + 140 * 60_000), keys)).toBeNull()
  })

  it('has eight books in every market, which move, and whose answer does not depend on earlier ones', () => {
    const [first] = odds.events(NOON)
    if (!first) throw new Error('no game')
    const close = new Date(Date.parse(first.commenceTime) - 60_000)
    const quotes = odds.quotes(first.id, close, keys)
    expect(quotes?.books).toHaveLength(SAMPLE_BOOKS.length)
    expect(new Set(quotes?.books.flatMap(({ markets }) => markets.map(({ key }) => key)))).toEqual(keys)
    expect(new SampleNbaOdds('propsight', new SampleNba('propsight')).quotes(first.id, close, keys)).toEqual(
      quotes,
    )
    const morning = odds.history(first.id, NOON, close, keys)
    const pricesOf = (books: typeof quotes) =>
      JSON.stringify(books?.books.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes)))
    expect(morning?.books.length).toBeGreaterThan(3)
    expect(pricesOf(morning)).not.toBe(pricesOf(quotes))
    expect(odds.history(first.id, new Date('2026-07-14T20:00:00Z'), close, keys)).toBeNull()
  })

  it('has prices without margin that are right on average, at the close of four days', () => {
    const results = finished
      .filter(({ game }) => game.date >= '2026-07-11')
      .flatMap(({ game, box }) => {
        const close = new Date(Date.parse(game.startsAt) - 60_000)
        const event = odds
          .events(close)
          .find(({ commenceTime }) => Date.parse(commenceTime) === Date.parse(game.startsAt))
        const lines = new Map(
          [...box.home, ...box.away]
            .filter(({ minutes }) => minutes > 0)
            .map((line) => [line.player.name, line]),
        )
        const [book] = odds.quotes(event?.id ?? '', close, keys)?.books ?? []
        return (book?.markets ?? []).flatMap(({ key, outcomes }) => {
          const unders = new Map(
            outcomes.flatMap((each) => (each.name === 'Under' ? [[each.player, each]] : [])),
          )
          return outcomes.flatMap(({ name, player, price, point }) => {
            const under = unders.get(player)
            const line = lines.get(player)
            if (name !== 'Over' || !under || !line) return []
            const over = implied(price)
            const value = toValue.get(statOf.get(key) ?? '')?.(line.counts) ?? 0
            return [{ chance: over / (over + implied(under.price)), hit: Number(value > point) }]
          })
        })
      })
    expect(results.length).toBeGreaterThan(2_000)
    const mean = (of: (each: (typeof results)[number]) => number) =>
      results.reduce((sum, each) => sum + of(each), 0) / results.length
    expect(Math.abs(mean(({ chance, hit }) => hit - chance))).toBeLessThan(0.03)
    // Better than a coin, as prices that know the players must be.
    const logLoss = mean(({ chance, hit }) => -Math.log(hit === 1 ? chance : 1 - chance))
    expect(logLoss).toBeLessThan(Math.LN2 + 0.002)
  })
})
