import { decidedOver, type StatForecast } from '@propsight/shared/domain/engine'
import {
  type BoxGame,
  type BoxLine,
  forecastNbaPlayer,
  NBA_MARKETS,
  type NbaConstants,
  NbaLeague,
  type PlayerOutlook,
  type PlayerRecord,
} from '@propsight/shared/domain/sports/nba'
import {
  type Band,
  BaseRate,
  type BatterCase,
  type Cases,
  lastTenRates,
  shrunkRates,
} from '../score/cases.ts'
import { insideInterval, mean } from '../score/figures.ts'
import type { IntervalCoverage } from '../score/score.ts'

/** A player's game on a visited day, before and after. */
export interface PlayerGame {
  readonly game: BoxGame
  readonly line: BoxLine
  /** The player's record of the morning. */
  readonly player: PlayerRecord
  /** What is known before the game, with or without the reports of who is out. */
  readonly outlook: (reports: 'known' | 'unknown') => PlayerOutlook
}

/**
 * Goes through the seasons day by day and visits every player's game with the league's records of the morning. The
 * records get the games of a day after all of its visits. A player's first game is not visited.
 */
export function walkNba(
  games: readonly BoxGame[],
  constants: NbaConstants,
  visit: (game: PlayerGame) => void,
  {
    from = '',
    to = '9999-12-31',
  }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): void {
  const league = new NbaLeague(constants)
  for (const [date, today] of Map.groupBy(games, (game) => game.date)) {
    if (date > to) return
    if (date >= from) for (const game of today) visitGame(league, game, visit)
    for (const game of today) league.add(game)
  }
}

function visitGame(league: NbaLeague, game: BoxGame, visit: (game: PlayerGame) => void): void {
  for (const club of [game.home, game.away]) {
    const lines = game.lines.filter((line) => line.club === club)
    const playing = new Set(lines.map(({ playerId }) => playerId))
    let reported: ReadonlySet<string> | undefined
    for (const line of lines) {
      const player = league.player(line.playerId, game.season)
      if (!player) continue
      const outlook = (reports: 'known' | 'unknown') => {
        reported ??= league.reportedOut(club, game.season, playing)
        return league.outlook(player, club, game, reports === 'known' ? reported : undefined)
      }
      visit({ game, line, player, outlook })
    }
  }
}

/** A judged line: the same for all players, or the player's own one. */
interface JudgedLine {
  readonly name: string
  readonly stat: string
  /** null: the half line at the player's mean of the season. */
  readonly line: number | null
}

/** The lines that are the same for all players. */
const FIXED_LINES: Readonly<Record<string, readonly number[]>> = {
  Points: [14.5, 24.5],
  Rebounds: [4.5, 8.5],
  Assists: [2.5, 5.5],
  '3-PT Made': [0.5, 2.5],
  'Pts+Rebs+Asts': [19.5, 34.5],
  'Pts+Rebs': [14.5],
  'Pts+Asts': [14.5],
  'Rebs+Asts': [6.5],
  Steals: [0.5],
  'Blocked Shots': [0.5],
  'Blks+Stls': [1.5],
  Turnovers: [1.5],
  'Fantasy Score': [24.5],
}

/** The judged lines in the order of the table. */
export const NBA_LINES: readonly JudgedLine[] = [
  ...NBA_MARKETS.map(({ stat }) => ({ name: `${stat} own`, stat, line: null })),
  ...Object.entries(FIXED_LINES).flatMap(([stat, lines]) =>
    lines.map((line) => ({ name: `${stat} ${line}`, stat, line })),
  ),
]

const STATS = NBA_MARKETS.map(({ stat }) => stat)

/** Least earlier games of the season of a judged player. */
const LEAST_GAMES = 10
/**
 * Strength of the base rate in games. Players differ more than those of baseball do, so the share of overs is shrunk less:
 * of 5, 10, 20 and 60 games, 5 make the best rate.
 */
const SHRINK_GAMES = 5

/** Values of a game in the order of `NBA_MARKETS`; NaN for an unknown one. */
const valuesOf = ({ counts }: BoxLine): number[] =>
  NBA_MARKETS.map(({ value }) => value(counts) ?? Number.NaN)

/** The lines of a player: the own ones follow from the values of the season. */
const linesOf = (values: readonly (readonly number[])[]): number[] =>
  NBA_LINES.map(({ stat, line }) => {
    if (line !== null) return line
    const at = STATS.indexOf(stat)
    const known = values.map((each) => each[at] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return known.length === 0 ? 0.5 : Math.max(0, Math.floor(mean(known))) + 0.5
  })

const oversOf = (values: readonly number[], lines: readonly number[]): number[] =>
  NBA_LINES.map(({ stat }, at) => {
    const value = values[STATS.indexOf(stat)] ?? Number.NaN
    if (Number.isNaN(value)) return Number.NaN
    return value > (lines[at] ?? 0) ? 1 : 0
  })

const chancesOf = (
  forecasts: readonly StatForecast[],
  lines: readonly number[],
  of: keyof Band | 'distribution',
) =>
  NBA_LINES.map(({ stat }, at) => {
    const forecast = forecasts[STATS.indexOf(stat)]
    return forecast ? decidedOver(forecast[of], lines[at] ?? 0) : Number.NaN
  })

/** The judged games of a backtest, and the parts of outcomes inside the 80% intervals. */
export interface NbaCases {
  readonly cases: Cases
  readonly intervals: readonly IntervalCoverage[]
}

/** Values of the games of a player's season so far. */
export class SeasonValues {
  readonly #games = new Map<string, number[][]>()
  readonly #waiting: (() => void)[] = []
  #date = ''

  /** The values of earlier days of the season. */
  before({ game, line }: Pick<PlayerGame, 'game' | 'line'>): readonly (readonly number[])[] {
    if (game.date !== this.#date) {
      for (const add of this.#waiting.splice(0)) add()
      this.#date = game.date
    }
    return this.#games.get(`${line.playerId}|${game.season}`) ?? []
  }

  /** The values of one stat. */
  of(stat: string, values: readonly (readonly number[])[]): number[] {
    const at = STATS.indexOf(stat)
    return values.map((each) => each[at] ?? Number.NaN)
  }

  /** Adds a game, which counts from the next day on. */
  add({ game, line }: Pick<PlayerGame, 'game' | 'line'>): void {
    const values = valuesOf(line)
    const key = `${line.playerId}|${game.season}`
    this.afterDay(() => this.#games.set(key, [...(this.#games.get(key) ?? []), values]))
  }

  /** Runs a function before the first game of the next day. */
  afterDay(run: () => void): void {
    this.#waiting.push(run)
  }
}

/**
 * Forecasts every game of the judged days of players with ten earlier games of the season, with and without the reports of
 * who is out.
 */
export function collectNbaCases(
  games: readonly BoxGame[],
  constants: NbaConstants,
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  onDay: (date: string) => void,
): NbaCases {
  const base = new BaseRate(NBA_LINES.length)
  const season = new SeasonValues()
  const batters: BatterCase[] = []
  const inside = STATS.map((): number[] => [])
  let date = ''
  let refused = 0
  const judge = (each: PlayerGame, earlier: readonly (readonly number[])[], rates: readonly number[]) => {
    if (each.game.date !== date) onDay(each.game.date)
    date = each.game.date
    const known = forecastNbaPlayer(each.outlook('known'), STATS, constants)
    const unknown = forecastNbaPlayer(each.outlook('unknown'), STATS, constants)
    if (!known.ok || !unknown.ok) {
      refused += 1
      return
    }
    batters.push(judgedCase(each, earlier, rates, known.value, unknown.value))
    const values = valuesOf(each.line)
    for (const [at, parts] of inside.entries()) {
      const forecast = known.value[at]
      const value = values[at] ?? Number.NaN
      if (forecast && !Number.isNaN(value)) parts.push(insideInterval(forecast.distribution, value))
    }
  }
  walkNba(
    games,
    constants,
    (each) => {
      const earlier = season.before(each)
      season.add(each)
      if (earlier.length < LEAST_GAMES) return
      if (each.game.date >= (days.from ?? '')) judge(each, earlier, base.rates())
      season.afterDay(() => base.add(oversOf(valuesOf(each.line), linesOf(earlier))))
    },
    { to: days.to },
  )
  return {
    cases: { batters, pitchers: [], refused, leftOut: [] },
    intervals: STATS.map((stat, at) => ({
      stat,
      n: inside[at]?.length ?? 0,
      coverage: mean(inside[at] ?? []),
    })),
  }
}

function judgedCase(
  { game, line }: PlayerGame,
  earlier: readonly (readonly number[])[],
  base: readonly number[],
  known: readonly StatForecast[],
  unknown: readonly StatForecast[],
): BatterCase {
  const lines = linesOf(earlier)
  const overs = earlier.map((each) => oversOf(each, lines))
  const [low, high] = (['low', 'high'] as const).map((end) => chancesOf(known, lines, end))
  return {
    date: game.date,
    gameId: game.id,
    playerId: line.playerId,
    over: oversOf(valuesOf(line), lines),
    base,
    lastTen: lastTenRates(overs),
    season: shrunkRates(overs, base, SHRINK_GAMES),
    known: chancesOf(known, lines, 'distribution'),
    knownBand: NBA_LINES.map((_, at) => ({ low: low?.[at] ?? Number.NaN, high: high?.[at] ?? Number.NaN })),
    unknown: chancesOf(unknown, lines, 'distribution'),
  }
}
