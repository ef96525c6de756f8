import {
  isCalledOff,
  type StatsBoxscore,
  type StatsGame,
  statsBoxscoreSchema,
} from '@propsight/shared/contracts/statsapi'
import { type GameLine, type GamePhase, outsFromInnings } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import type { Read } from '../../upstream/read.ts'
import { hasBegun } from '../forecast/open-games.ts'

/** One game as settlement needs it. */
export interface SettledGame {
  readonly phase: GamePhase
  /** A person's own lines of it: one who bats and pitches has two. */
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

/** Counts that a box score leaves out are of somebody who did not do it. */
function lines(box: StatsBoxscore): SettledGame['lineOf'] {
  const players = new Map(
    [box.teams.home, box.teams.away].flatMap((side) =>
      Object.values(side.players).map((player) => [player.person.id, { ...player, side }] as const),
    ),
  )
  return (personId, group) => {
    const player = players.get(personId)
    if (!player) return null
    const { batting, pitching } = player.stats
    const count = (value: number | undefined) => value ?? 0
    if (group === 'hitting') {
      return {
        group,
        plateAppearances: count(batting.plateAppearances),
        atBats: count(batting.atBats),
        hits: count(batting.hits),
        doubles: count(batting.doubles),
        triples: count(batting.triples),
        homeRuns: count(batting.homeRuns),
        runs: count(batting.runs),
        rbi: count(batting.rbi),
        baseOnBalls: count(batting.baseOnBalls),
        hitByPitch: count(batting.hitByPitch),
        stolenBases: count(batting.stolenBases),
        strikeOuts: count(batting.strikeOuts),
      }
    }
    return {
      group,
      started: player.side.pitchers[0] === personId,
      outs: pitching.outs ?? outsFromInnings(pitching.inningsPitched ?? '0.0') ?? 0,
      strikeOuts: count(pitching.strikeOuts),
      hits: count(pitching.hits),
      earnedRuns: count(pitching.earnedRuns),
      baseOnBalls: count(pitching.baseOnBalls),
    }
  }
}

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
     * @throws UpstreamError where the box score cannot be read
     */
    async game(game: StatsGame, listed: Read<StatsGame[]>): Promise<SettledGame> {
      const phase = phaseOf(game)
      if (phase === 'before' || phase === 'called-off') return { phase, ...NOTHING }
      const since = phase === 'over' ? firstOver(game.gamePk, listed) : null
      const box = await upstream.stats.raw(`/api/v1/game/${game.gamePk}/boxscore`, {})
      const lineOf = lines(statsBoxscoreSchema.parse(box.value))
      return { phase: since !== null && box.readAt < since ? 'playing' : phase, lineOf }
    },
  }
}
export type GameReader = ReturnType<typeof createGameReader>
