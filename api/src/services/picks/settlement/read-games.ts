import { outsFromInnings } from '@propsight/shared/domain'
import type { Deps } from '../../../deps.ts'
import type { Read } from '../../../platform/cache/read.ts'
import { type StatsBoxscore, statsBoxscoreSchema } from '../../../sources/stats/format/boxscore.ts'
import { isCalledOff, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import { hasBegun } from '../../board/forecast/open-games.ts'
import type { GameLine, GamePhase } from './rules/settle-line.ts'

/** One game as settlement needs it. */
export interface SettledGame {
  readonly phase: GamePhase
  /** The schedule calls it over, also while the box score at hand may be from before that. */
  readonly ended: boolean
  /**
   * A person's own lines of it: one who bats and pitches has two.
   * @throws Error where his line lacks what is counted
   */
  lineOf(personId: number, group: GameLine['group']): GameLine | null
}

const FINAL = 'Final'
/** Games remembered at most: a month's. */
const MOST_REMEMBERED = 500

export const phaseOf = (game: StatsGame): GamePhase => {
  if (isCalledOff(game)) return 'called-off'
  if (game.status.abstractGameState === FINAL) return 'over'
  return hasBegun(game) ? 'playing' : 'before'
}

const NOTHING: Pick<SettledGame, 'lineOf'> = { lineOf: () => null }

type BoxSide = StatsBoxscore['teams']['home']
type BoxPlayer = BoxSide['players'][string]
type Batting = BoxPlayer['stats']['batting']

/** Who came to the plate has each count: a missing one is unread, not nothing. */
function counted(value: number | undefined): number {
  if (value === undefined) throw new Error('a box score lacks a count')
  return value
}

/** Sacrifices, which box scores without this count leave out too, are rarer than a walk. */
const platesOf = ({ plateAppearances, atBats = 0, baseOnBalls = 0, hitByPitch = 0 }: Batting): number =>
  plateAppearances ?? atBats + baseOnBalls + hitByPitch

function hitting(batting: Batting): GameLine | null {
  const plateAppearances = platesOf(batting)
  if (plateAppearances === 0) return null
  return {
    group: 'hitting',
    plateAppearances,
    hits: counted(batting.hits),
    doubles: counted(batting.doubles),
    triples: counted(batting.triples),
    homeRuns: counted(batting.homeRuns),
    runs: counted(batting.runs),
    rbi: counted(batting.rbi),
    baseOnBalls: counted(batting.baseOnBalls),
    hitByPitch: batting.hitByPitch ?? 0,
    stolenBases: counted(batting.stolenBases),
    strikeOuts: counted(batting.strikeOuts),
  }
}

function pitching({ person, stats }: BoxPlayer, { pitchers }: BoxSide, over: boolean): GameLine | null {
  const { inningsPitched, ...counts } = stats.pitching
  const started = pitchers[0] === person.id
  // Named as the starter, and the first inning is not his yet. Who has started a game that is over has a line.
  const blank = counts.outs === undefined && inningsPitched === undefined
  if (blank && !(started && over)) return null
  return {
    group: 'pitching',
    started,
    outs: counted(counts.outs ?? outsFromInnings(inningsPitched ?? '') ?? undefined),
    strikeOuts: counted(counts.strikeOuts),
    hits: counted(counts.hits),
    earnedRuns: counted(counts.earnedRuns),
    baseOnBalls: counted(counts.baseOnBalls),
  }
}

function lines(box: StatsBoxscore, over: boolean): SettledGame['lineOf'] {
  const sides = [box.teams.home, box.teams.away]
  const players = new Map(
    sides.flatMap((side) =>
      Object.values(side.players).map((player) => [player.person.id, { player, side }] as const),
    ),
  )
  return (personId, group) => {
    const found = players.get(personId)
    if (!found) return null
    const { player, side } = found
    return group === 'hitting' ? hitting(player.stats.batting) : pitching(player, side, over)
  }
}

/** Nobody has come to the plate for a club: that is no box score of a game that was played. */
const isBlank = ({ teams }: StatsBoxscore): boolean =>
  [teams.home, teams.away].some(({ players }) =>
    Object.values(players).every(({ stats }) => platesOf(stats.batting) === 0),
  )

/**
 * Reads days and their games. It remembers when a game was first seen to be over: a box score that was read before
 * that may lack the last inning, and what is settled is settled for good, so such a game counts as played still.
 */
export function createGameReader({ upstream }: Pick<Deps, 'upstream'>) {
  const overSince = new Map<number, string>()

  const firstOver = (gamePk: number, { readAt }: Read<unknown>): string => {
    const known = overSince.get(gamePk)
    if (known) return known
    const [oldest] = overSince.keys()
    if (oldest !== undefined && overSince.size >= MOST_REMEMBERED) overSince.delete(oldest)
    overSince.set(gamePk, readAt)
    return readAt
  }

  return {
    /** @throws UpstreamError */
    day: (day: string): Promise<Read<StatsGame[]>> => upstream.stats.schedule(day),
    /**
     * @param listed the day's schedule that the game is of
     * @throws UpstreamError where the box score cannot be read, Error where it is none
     */
    async game(game: StatsGame, listed: Read<StatsGame[]>): Promise<SettledGame> {
      const phase = phaseOf(game)
      const ended = phase === 'over'
      if (phase === 'before' || phase === 'called-off') return { phase, ended, ...NOTHING }
      const since = ended ? firstOver(game.gamePk, listed) : null
      const read = await upstream.stats.raw(`/api/v1/game/${game.gamePk}/boxscore`, {})
      const box = statsBoxscoreSchema.parse(read.value)
      const fresh = since === null || read.readAt >= since
      // What is settled is settled for good, so an empty answer must not be taken for nobody having played.
      if (ended && fresh && isBlank(box)) throw new Error('the box score of a game that is over is empty')
      return { phase: fresh ? phase : 'playing', ended, lineOf: lines(box, ended && fresh) }
    },
  }
}
export type GameReader = ReturnType<typeof createGameReader>
