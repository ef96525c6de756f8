import { FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { randomFrom } from '../world/random.ts'
import { type BoardLine, dayNumber } from '../world/world.ts'
import { drawFootballScores, drawScores, expectedScores, findFootballState, playedAt } from './game-state.ts'
import { makeNflRosters, type NflCounts, type NflLines, type NflPlayer, nflInjury, playClub } from './play.ts'
import { type FootballGame, type FootballSeason, footballOpening, makeFootballSeason } from './season.ts'

/** The book's markets: positions that have lines, value of a game, and the least line. */
const MARKETS: readonly (readonly [
  stat: string,
  positions: string,
  value: (counts: NflCounts) => number,
  least: number,
])[] = [
  ['Pass Yards', 'QB', ({ passYards }) => passYards, 100.5],
  ['Pass Attempts', 'QB', ({ passAttempts }) => passAttempts, 15.5],
  ['Pass Completions', 'QB', ({ completions }) => completions, 10.5],
  ['Pass TDs', 'QB', ({ passTouchdowns }) => passTouchdowns, 0.5],
  ['INT', 'QB', ({ interceptions }) => interceptions, 0.5],
  ['Rush Yards', 'QB RB', ({ rushYards }) => rushYards, 9.5],
  ['Rush Attempts', 'QB RB', ({ carries }) => carries, 3.5],
  ['Receiving Yards', 'RB WR TE', ({ receivingYards }) => receivingYards, 9.5],
  ['Receptions', 'RB WR TE', ({ receptions }) => receptions, 1.5],
  ['Rec Targets', 'WR TE', ({ targets }) => targets, 2.5],
  ['Pass+Rush Yds', 'QB', ({ passYards, rushYards }) => passYards + rushYards, 100.5],
  ['Rush+Rec Yds', 'RB', ({ rushYards, receivingYards }) => rushYards + receivingYards, 19.5],
  [
    'Rush+Rec TDs',
    'RB WR TE',
    ({ rushTouchdowns, receivingTouchdowns }) => rushTouchdowns + receivingTouchdowns,
    0.5,
  ],
]
/** Markets with a goblin and a demon, as shares of the standard line. */
const WITH_LADDER = new Set(['Pass Yards', 'Rush Yards', 'Receiving Yards'])
const LADDER = [
  ['goblin', 0.75],
  ['demon', 1.3],
] as const
/** The market of the board's promotion, its least line, and the line that it offers. */
const PROMO = { stat: 'Receptions', least: 3.5, line: 0.5 } as const
/** Codes of clubs at the book that differ from those of ESPN. */
const BOOK_CODES: Readonly<Record<string, string>> = { WSH: 'WAS', JAX: 'JAC' }
/** Simulated games behind a line, and the error of the book's estimate. */
const SIMULATED = 120
const BOOK_ERROR = 0.05
const MOST_BOXES = 1_000

/** A game at an instant with the counts of its players. */
interface NflBox {
  readonly home: NflLines
  readonly away: NflLines
}

/** The least half line that is at least as likely to be missed as to be beaten. */
function medianLine(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) - 0.5
}

/** The sample NFL: its games, box scores, injuries and lines at an instant. Deterministic by seed. */
export class SampleNfl {
  readonly rosters: readonly (readonly NflPlayer[])[]
  readonly seed: string
  readonly #seasons = new Map<number, FootballSeason>()
  readonly #finals = new Map<string, NflBox>()
  /** Lines by game. */
  readonly #lines = new Map<string, readonly BoardLine[]>()

  constructor(seed: string) {
    this.seed = seed
    this.rosters = makeNflRosters(seed)
  }

  /** The season of a day: that of its year from the opening day on, before that the one of the year before. */
  season(day: string): FootballSeason {
    const year = Number(day.slice(0, 4))
    const of = dayNumber(day) >= footballOpening(year) ? year : year - 1
    const season = this.#seasons.get(of) ?? makeFootballSeason(this.seed, of)
    this.#seasons.set(of, season)
    return season
  }

  /** The games of a range of days, both included. */
  games({ from, to }: { readonly from: string; readonly to: string }): readonly FootballGame[] {
    const seasons = new Set([this.season(from), this.season(to)])
    return [...seasons].flatMap(({ games }) => games.filter(({ date }) => date >= from && date <= to))
  }

  /** A game by its id, whose second and third digit are the year of its season; undefined for an unknown one. */
  game(id: string): FootballGame | undefined {
    if (!/^4\d{8}$/.test(id)) return undefined
    return this.season(`20${id.slice(1, 3)}-12-31`).games.find((game) => game.id === id)
  }

  /** The players of a club who can play in a game. */
  available(club: number, { date }: FootballGame): readonly NflPlayer[] {
    return (this.rosters[club] ?? []).filter((player) => nflInjury(this.seed, player, date) === null)
  }

  /** The box score of a game at an instant. */
  box(game: FootballGame, now: Date): NflBox {
    const known = this.#finals.get(game.id)
    const isOver = findFootballState(this.seed, game, now).state === 'post'
    if (known && isOver) return known
    const scores = drawFootballScores(this.seed, game)
    const played = isOver ? Number.POSITIVE_INFINITY : playedAt(game, now)
    const play = (which: 'home' | 'away') =>
      playClub(
        randomFrom(this.seed, 'nfl game', game.id, which),
        this.available(game[which], game),
        scores.filter(({ home }) => home === (which === 'home')),
        played,
      )
    const box = { home: play('home'), away: play('away') }
    if (!isOver) return box
    if (this.#finals.size >= MOST_BOXES) this.#finals.clear()
    this.#finals.set(game.id, box)
    return box
  }

  /** The players who are out in the week of a day, with the reason. */
  injuries(day: string): { readonly player: NflPlayer; readonly injury: string }[] {
    return this.rosters.flat().flatMap((player) => {
      const injury = nflInjury(this.seed, player, day)
      return injury === null ? [] : [{ player, injury }]
    })
  }

  /** The book's lines on the games of the week that are to come, or of the next one. */
  lines(now: Date): BoardLine[] {
    const today = now.toISOString().slice(0, 10)
    const ahead = this.season(today).games.filter(({ startsAt }) => Date.parse(startsAt) > now.getTime())
    const lines = ahead
      .filter(({ week }) => week === ahead[0]?.week)
      .flatMap((game) => this.#linesOfGame(game))
    const promo = lines.findIndex(({ stat, line }) => stat === PROMO.stat && line >= PROMO.least)
    return lines.map((line, at) => (at === promo ? { ...line, flashSale: PROMO.line } : line))
  }

  #linesOfGame(game: FootballGame): readonly BoardLine[] {
    const known = this.#lines.get(game.id)
    if (known) return known
    if (this.#lines.size >= MOST_BOXES) this.#lines.clear()
    const lines = (['home', 'away'] as const).flatMap((which) => this.#linesOfClub(game, which))
    this.#lines.set(game.id, lines)
    return lines
  }

  /** Lines at the medians of simulated games of a club, with the error of the book. */
  #linesOfClub(game: FootballGame, which: 'home' | 'away'): BoardLine[] {
    const random = randomFrom(this.seed, 'nfl lines', game.id, which)
    const available = this.available(game[which], game)
    const mean = expectedScores(this.seed, game)[which]
    const simulated = Array.from({ length: SIMULATED }, () =>
      playClub(random, available, drawScores(random, true, mean), Number.POSITIVE_INFINITY),
    )
    const starters = available.filter(
      (player) => player.position !== 'QB' || player === available.find(({ position }) => position === 'QB'),
    )
    return starters.flatMap((player) => {
      const games = simulated.flatMap((lines) => lines.get(player) ?? [])
      return games.length < SIMULATED / 2 ? [] : this.#linesOfPlayer(player, game, which, games)
    })
  }

  #linesOfPlayer(
    player: NflPlayer,
    game: FootballGame,
    which: 'home' | 'away',
    games: readonly NflCounts[],
  ): BoardLine[] {
    const club = FOOTBALL_CLUBS[player.club]
    const opponent = FOOTBALL_CLUBS[game[which === 'home' ? 'away' : 'home']]
    const codeOf = (code = '') => BOOK_CODES[code] ?? code
    const common = {
      playerId: String(player.id),
      key: [game.date, game.id, player.id],
      name: player.name,
      position: player.position,
      team: codeOf(club?.abbreviation),
      place: club?.location ?? null,
      nickname: club?.nickname ?? null,
      opponents: codeOf(opponent?.abbreviation),
      gameId: `NFL_game_${game.id}`,
      ...{ startsAt: game.startsAt, date: game.date, combo: false },
    }
    return MARKETS.flatMap(([stat, positions, value, least]) => {
      if (!positions.split(' ').includes(player.position)) return []
      const error = 1 + BOOK_ERROR * (2 * randomFrom(this.seed, 'nfl line', game.id, player.id, stat)() - 1)
      const line = Math.max(0.5, Math.floor(medianLine(games.map(value)) * error) + 0.5)
      if (line < least) return []
      const standard: BoardLine = { ...common, stat, line, oddsType: 'standard' }
      if (!WITH_LADDER.has(stat)) return [standard]
      return [
        standard,
        ...LADDER.map(([oddsType, share]) => ({
          ...standard,
          oddsType,
          line: Math.floor(line * share) + 0.5,
        })),
      ]
    })
  }
}
