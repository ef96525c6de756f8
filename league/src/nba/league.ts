import { randomFrom } from '../world/random.ts'
import { type BoardLine, dateOf, dayNumber } from '../world/world.ts'
import {
  expectedCounts,
  GAME_MS,
  type NbaBox,
  type NbaLine,
  type NbaSource,
  playNbaGame,
  pointsOf,
} from './play.ts'
import {
  daysBetween,
  makeNbaRosters,
  NBA_CLUBS,
  type NbaGame,
  type NbaPlayer,
  nbaGames,
  nbaInjury,
  nbaOpening,
} from './season.ts'

type Counts = Readonly<Record<string, number>>
const rebounds = ({ offensiveRebounds = 0, defensiveRebounds = 0 }: Counts) =>
  offensiveRebounds + defensiveRebounds

/** The markets with the value of counts, and the least expected one that has a line. */
export const MARKETS: readonly (readonly [stat: string, value: (counts: Counts) => number, least: number])[] =
  [
    ['Points', pointsOf, 5],
    ['Rebounds', rebounds, 2],
    ['Assists', ({ assists = 0 }) => assists, 1.5],
    ['3-PT Made', ({ threesMade = 0 }) => threesMade, 1],
    ['Pts+Rebs+Asts', (counts) => pointsOf(counts) + rebounds(counts) + (counts.assists ?? 0), 10],
    ['Pts+Rebs', (counts) => pointsOf(counts) + rebounds(counts), 8],
    ['Pts+Asts', (counts) => pointsOf(counts) + (counts.assists ?? 0), 8],
    ['Rebs+Asts', (counts) => rebounds(counts) + (counts.assists ?? 0), 4],
    ['Steals', ({ steals = 0 }) => steals, 0.8],
    ['Blocked Shots', ({ blocks = 0 }) => blocks, 0.8],
    ['Blks+Stls', ({ blocks = 0, steals = 0 }) => blocks + steals, 1],
    ['Turnovers', ({ turnovers = 0 }) => turnovers, 1],
    [
      'Fantasy Score',
      (counts) =>
        pointsOf(counts) +
        1.2 * rebounds(counts) +
        1.5 * (counts.assists ?? 0) +
        3 * ((counts.steals ?? 0) + (counts.blocks ?? 0)) -
        (counts.turnovers ?? 0),
      12,
    ],
  ]
/** Players of a club with lines: those with the most minutes. */
export const LINED_PLAYERS = 9

/** The players of a club who can play on a day, those with the most minutes first. */
export const availablePlayers = (seed: string, roster: readonly NbaPlayer[], day: string): NbaPlayer[] =>
  roster.filter((player) => nbaInjury(seed, player, day) === null)
/** Error of the book's estimate, and how far below the mean the median of a count is. */
const BOOK_ERROR = 0.05
const BELOW_MEAN = 0.25
/** A goblin and a demon of a points market, as shares of its line. */
const LADDER = [
  ['goblin', 0.8],
  ['demon', 1.25],
] as const
const AHEAD_MS = 24 * 3_600_000
const MOST_BOXES = 1_000

/** The half line above a value. */
export const halfLine = (value: number): number => Math.max(0.5, Math.floor(value) + 0.5)

/** A standard line of a player as the book lists it. */
export function bookLine(player: NbaLine['player'], game: NbaGame, stat: string, line: number): BoardLine {
  const club = NBA_CLUBS[player.club]
  const opponent = NBA_CLUBS[player.club === game.home ? game.away : game.home]
  return {
    playerId: String(player.id),
    key: [game.date, game.id, player.id],
    name: player.name,
    position: player.position,
    team: club?.bookCode ?? '',
    place: club?.location ?? null,
    nickname: club?.nickname ?? null,
    opponents: opponent?.bookCode ?? '',
    gameId: `NBA_game_${game.id}`,
    startsAt: game.startsAt,
    date: game.date,
    combo: false,
    stat,
    line,
    oddsType: 'standard',
  }
}

/** The sample NBA: its games, box scores, injuries and lines at an instant. Deterministic by seed. */
export class SampleNba implements NbaSource {
  readonly rosters: readonly (readonly NbaPlayer[])[]
  readonly #seed: string
  /** Box scores of finished games. */
  readonly #boxes = new Map<number, NbaBox>()

  constructor(seed: string) {
    this.#seed = seed
    this.rosters = makeNbaRosters(seed)
  }

  /** The games of a range of days, both included, of the season of the instant. */
  games({ from, to }: { readonly from: string; readonly to: string }, now: Date): readonly NbaGame[] {
    const opening = nbaOpening(now.toISOString().slice(0, 10))
    return daysBetween(from > opening ? from : opening, to).flatMap((day) => nbaGames(this.#seed, day))
  }

  /** A game by its id; undefined for an unknown one. */
  game(id: number): NbaGame | undefined {
    const days = Math.floor((id % 1_000_000) / 10)
    return nbaGames(this.#seed, dateOf(days)).find((game) => game.id === id)
  }

  /** The box score of a game at an instant. */
  box(game: NbaGame, now: Date): NbaBox {
    const known = this.#boxes.get(game.id)
    if (known && now.getTime() >= Date.parse(game.startsAt) + GAME_MS) return known
    const box = playNbaGame(this.#seed, game, this.rosters, now)
    if (box.state !== 'post') return box
    if (this.#boxes.size >= MOST_BOXES) this.#boxes.clear()
    this.#boxes.set(game.id, box)
    return box
  }

  /** The players who are out on a day, with the reason. */
  injuries(day: string): { readonly player: NbaPlayer; readonly injury: string }[] {
    return this.rosters.flat().flatMap((player) => {
      const injury = nbaInjury(this.#seed, player, day)
      return injury === null ? [] : [{ player, injury }]
    })
  }

  /** The book's lines on the games that begin within a day. */
  lines(now: Date): BoardLine[] {
    const today = dayNumber(now.toISOString().slice(0, 10))
    const games = this.games({ from: dateOf(today - 1), to: dateOf(today + 1) }, now).filter(
      ({ startsAt }) => {
        const ahead = Date.parse(startsAt) - now.getTime()
        return ahead > 0 && ahead <= AHEAD_MS
      },
    )
    return games.flatMap((game) =>
      [game.home, game.away].flatMap((club) =>
        availablePlayers(this.#seed, this.rosters[club] ?? [], game.date)
          .slice(0, LINED_PLAYERS)
          .flatMap((player) => this.#linesOf(player, game)),
      ),
    )
  }

  #linesOf(player: NbaPlayer, game: NbaGame): BoardLine[] {
    const expected = expectedCounts(player)
    return MARKETS.flatMap(([stat, expectedValue, least]) => {
      const mean = expectedValue(expected)
      if (mean < least) return []
      const error = 1 + BOOK_ERROR * (2 * randomFrom(this.#seed, 'nba line', game.id, player.id, stat)() - 1)
      const standard = bookLine(player, game, stat, halfLine(mean * error - BELOW_MEAN))
      if (stat !== 'Points') return [standard]
      return [
        standard,
        ...LADDER.map(([oddsType, share]) => ({
          ...standard,
          oddsType,
          line: halfLine(standard.line * share),
        })),
      ]
    })
  }
}
