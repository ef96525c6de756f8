import { outsFromInnings } from '@propsight/shared/domain'
import type { Read } from '../../../platform/cache/freshness.ts'
import type { BoxScoreLeague } from '../../../sources/box-score-league.ts'
import { addHittingCounts, sumKnown } from '../../../sources/stats/compact-game.ts'
import { type StatsBoxscore, statsBoxscoreSchema } from '../../../sources/stats/format/game.ts'
import { isCalledOff, isSuspended, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import type { LeagueReads } from '../../../sources/stats/stats-client.ts'
import { hasBegun, resumptionTime } from '../../games/find-game.ts'
import type { GameLine, GamePhase, GameTimes } from './grading-rules.ts'

/** One game with the data that grading needs. */
export interface GradedGame extends GameTimes {
  readonly phase: GamePhase
  /** Whether the schedule lists the game as over. The box score may still be from before the end. */
  readonly ended: boolean
  /**
   * Returns a player's line of a group; null when the player did not take part. A two-way player has two
   * lines. A player whom the box score lists for both clubs, after a trade during a suspension, has one.
   * @throws Error when the line lacks a count
   */
  lineOf(personId: number, group: GameLine['group']): GameLine | null
}

const FINAL = 'Final'
/** Maximum number of remembered games, about a month. */
const MAX_REMEMBERED = 500

export const phaseOf = (game: StatsGame): GamePhase => {
  if (isCalledOff(game)) return 'called-off'
  if (isSuspended(game)) return 'suspended'
  if (game.status.abstractGameState === FINAL) return 'over'
  return hasBegun(game) ? 'playing' : 'before'
}

const NO_LINES: Pick<GradedGame, 'lineOf'> = { lineOf: () => null }

type BoxSide = StatsBoxscore['teams']['home']
type BoxPlayer = BoxSide['players'][string]
type Batting = BoxPlayer['stats']['batting']
type HittingLine = Extract<GameLine, { group: 'hitting' }>
type PitchingLine = Extract<GameLine, { group: 'pitching' }>

/**
 * Returns a required count. A missing count of a player who took part is an error in the box score, not zero.
 */
function counted(value: number | undefined): number {
  if (value === undefined) throw new Error('a box score lacks a count')
  return value
}

/**
 * Plate appearances. The fallback omits sacrifices, which box scores without plate appearances lack too; they
 * are rare.
 */
const platesOf = ({ plateAppearances, atBats = 0, baseOnBalls = 0, hitByPitch = 0 }: Batting): number =>
  plateAppearances ?? atBats + baseOnBalls + hitByPitch

/**
 * Whether a batter started; null if the box score does not say. The order of the club is not asked: at the end it names
 * the last player of each place.
 */
function startedBatting({ battingOrder, gameStatus }: BoxPlayer): boolean | null {
  if (battingOrder !== undefined) return battingOrder.endsWith('00')
  return gameStatus?.isSubstitute === undefined ? null : !gameStatus.isSubstitute
}

/** The line of a batter, runner or fielder. A player who stayed on the bench has no counts. */
function hitting(player: BoxPlayer): HittingLine | null {
  const { batting } = player.stats
  const { gamesPlayed, ...counts } = batting
  if (gamesPlayed === 0 || Object.values(counts).every((count) => count === undefined)) return null
  const plateAppearances = platesOf(batting)
  // Without a plate appearance these are zero, whether the box score lists them or not.
  const required = (count: number | undefined) => counted(plateAppearances === 0 ? (count ?? 0) : count)
  return {
    group: 'hitting',
    started: startedBatting(player),
    plateAppearances,
    atBats: batting.atBats ?? null,
    hits: required(batting.hits),
    doubles: required(batting.doubles),
    triples: required(batting.triples),
    homeRuns: required(batting.homeRuns),
    runs: batting.runs ?? null,
    rbi: batting.rbi ?? null,
    baseOnBalls: required(batting.baseOnBalls),
    hitByPitch: batting.hitByPitch ?? null,
    stolenBases: batting.stolenBases ?? null,
    strikeOuts: required(batting.strikeOuts),
  }
}

function pitching({ person, stats }: BoxPlayer, { pitchers }: BoxSide, over: boolean): PitchingLine | null {
  const { inningsPitched, ...counts } = stats.pitching
  const started = pitchers[0] === person.id
  // A named starter has no counts before the first out. In a game that is over, every starter has a line.
  const blank = counts.outs === undefined && inningsPitched === undefined
  if (blank && !(started && over)) return null
  return {
    group: 'pitching',
    started,
    outs: counted(counts.outs ?? outsFromInnings(inningsPitched ?? '') ?? undefined),
    strikeOuts: counted(counts.strikeOuts),
    hits: counted(counts.hits),
    earnedRuns: counts.earnedRuns ?? null,
    baseOnBalls: counted(counts.baseOnBalls),
  }
}

function lines(box: StatsBoxscore, over: boolean): GradedGame['lineOf'] {
  const sides = [box.teams.home, box.teams.away]
  const players = sides.flatMap((side) => Object.values(side.players).map((player) => ({ player, side })))
  const byPerson = Map.groupBy(players, ({ player }) => player.person.id)
  return (personId, group) => {
    if (sides.some(({ unreadable }) => unreadable.includes(personId))) {
      throw new Error('the line of a player in a box score cannot be read')
    }
    const entries = byPerson.get(personId) ?? []
    return group === 'hitting'
      ? addLines(
          entries.map(({ player }) => hitting(player)),
          addHitting,
        )
      : addLines(
          entries.map(({ player, side }) => pitching(player, side, over)),
          addPitching,
        )
  }
}

/** Whether a player started for one of the clubs; null while it is not known of one, and true of none. */
const eitherStarted = (a: boolean | null, b: boolean | null): boolean | null =>
  a === true || b === false ? a : b

const addHitting = (a: HittingLine, b: HittingLine): HittingLine => ({
  group: 'hitting',
  started: eitherStarted(a.started, b.started),
  ...addHittingCounts(a, b),
  atBats: sumKnown(a.atBats, b.atBats),
})

const addPitching = (a: PitchingLine, b: PitchingLine): PitchingLine => ({
  group: 'pitching',
  started: a.started || b.started,
  outs: a.outs + b.outs,
  strikeOuts: a.strikeOuts + b.strikeOuts,
  hits: a.hits + b.hits,
  earnedRuns: sumKnown(a.earnedRuns, b.earnedRuns),
  baseOnBalls: a.baseOnBalls + b.baseOnBalls,
})

/** Adds the lines of a player for both clubs. */
function addLines<Line>(lines: readonly (Line | null)[], add: (a: Line, b: Line) => Line): Line | null {
  const [first, ...others] = lines.filter((line) => line !== null)
  return first === undefined ? null : others.reduce(add, first)
}

/** Whether a club has no plate appearance, which cannot be the box score of a game that was played. */
const isBlank = ({ teams }: StatsBoxscore): boolean =>
  [teams.home, teams.away].some(({ players }) =>
    Object.values(players).every(({ stats }) => platesOf(stats.batting) === 0),
  )

/**
 * Creates the reader of schedules and box scores. It remembers when the schedule first listed a game as over.
 * A box score read before that may lack the last inning, and grades are final, so such a game still counts as
 * in progress.
 */
export function createGameReader({ upstream }: Pick<LeagueReads<'raw' | 'schedule'>, 'upstream'>) {
  const overSince = new Map<number, string>()

  const firstOver = (gamePk: number, { readAt }: Read<unknown>): string => {
    const remembered = overSince.get(gamePk)
    if (remembered) return remembered
    const [oldest] = overSince.keys()
    if (oldest !== undefined && overSince.size >= MAX_REMEMBERED) overSince.delete(oldest)
    overSince.set(gamePk, readAt)
    return readAt
  }

  return {
    /**
     * Reads the schedule of a league day.
     * @throws UpstreamError
     */
    day: (day: string): Promise<Read<StatsGame[]>> => upstream.stats.schedule(day),
    /**
     * Reads the box score of a game that has begun.
     * @param listed the schedule that contains the game
     * @throws UpstreamError when the box score cannot be read, Error when it is invalid
     */
    async game(game: StatsGame, listed: Read<StatsGame[]>): Promise<GradedGame> {
      const phase = phaseOf(game)
      const ended = phase === 'over'
      const times = { startsAt: Date.parse(game.gameDate), resumesAt: resumptionTime(game) }
      if (phase === 'before' || phase === 'called-off') return { phase, ended, ...times, ...NO_LINES }
      const since = ended ? firstOver(game.gamePk, listed) : null
      const read = await upstream.stats.raw(`/api/v1/game/${game.gamePk}/boxscore`, {})
      const box = statsBoxscoreSchema.parse(read.value)
      const fresh = since === null || read.readAt >= since
      // Grades are final, so an empty box score must not be taken for a game in which no player took part.
      if (ended && fresh && isBlank(box)) throw new Error('the box score of a game that is over is empty')
      return { phase: fresh ? phase : 'playing', ended, ...times, lineOf: lines(box, ended && fresh) }
    },
  }
}
/** Reads schedules and box scores of one sport. */
export type GameReader = ReturnType<typeof createGameReader>

/** The reader of a league whose logs are box scores. */
export const createBoxScoreReader = (league: BoxScoreLeague): GameReader => ({
  day: league.schedule,
  async game(game) {
    const phase = phaseOf(game)
    const ended = phase === 'over'
    const times = { startsAt: Date.parse(game.gameDate), resumesAt: null }
    if (phase === 'before' || phase === 'called-off') return { phase, ended, ...times, ...NO_LINES }
    const { value } = await league.boxScore(game.gamePk, ended)
    // Grades are final, so an empty box score must not be taken for a game in which no player took part.
    if (ended && value.isEmpty) throw new Error('the box score of a game that is over is empty')
    const absences = ended && !value.listsAll ? (await league.absences()).value : null
    return {
      ...{ phase, ended, ...times },
      lineOf(personId, group) {
        if (group !== league.group) return null
        const counts = value.countsOf(personId)
        if (counts) return { group: league.group, counts }
        // Books grade a player of whom nothing was counted, and void one who did not play. A report after the start may be
        // of an injury in the game.
        const report = absences?.get(personId)
        const wasOut = report !== undefined && Date.parse(report.at) < times.startsAt
        if (absences && !wasOut) throw new Error('a box score does not say whether a player took part')
        return null
      },
    }
  },
})
