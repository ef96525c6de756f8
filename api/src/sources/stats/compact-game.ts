import type { HittingGame, PitchingGame } from '@propsight/shared/contracts'
import { outsFromInnings } from '@propsight/shared/domain'
import type { ZodType } from 'zod'
import {
  type HittingSplit,
  hittingSplitSchema,
  type PitchingSplit,
  pitchingSplitSchema,
} from './format/game-log.ts'

/** Club codes shown on screen, by club id. A club without a code is shown by its name. */
export type TeamCodes = ReadonlyMap<number, string>

const REGULAR_SEASON = 'R'

const nameOpponent = (
  { id, abbreviation, name }: NonNullable<HittingSplit['opponent']>,
  codes: TeamCodes,
): string => codes.get(id) ?? abbreviation ?? name ?? String(id)

function gameFields({ date, game, isHome, opponent }: HittingSplit | PitchingSplit, codes: TeamCodes) {
  return {
    date,
    gamePk: game.gamePk,
    opponent: opponent ? nameOpponent(opponent, codes) : '',
    homeAway: isHome ? ('HOME' as const) : ('AWAY' as const),
  }
}

/** One game of a batter from the service's split. */
const compactHitting = (split: HittingSplit, codes: TeamCodes): HittingGame => ({
  ...gameFields(split, codes),
  ...split.stat,
})

/**
 * One game of a pitcher. Outs are computed from the innings if the service does not count them (row N9).
 * @throws Error without readable innings
 */
function compactPitching(split: PitchingSplit, codes: TeamCodes): PitchingGame {
  const { gamesStarted, inningsPitched, outs: counted, ...counts } = split.stat
  const outs = counted ?? outsFromInnings(inningsPitched)
  if (outs === null) throw new Error(`'${inningsPitched}' are not innings`)
  return {
    ...gameFields(split, codes),
    ...counts,
    started: gamesStarted > 0,
    outs,
  }
}

function oldestFirst(a: HittingSplit | PitchingSplit, b: HittingSplit | PitchingSplit): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  const byGameNumber = (a.game.gameNumber ?? 1) - (b.game.gameNumber ?? 1)
  return byGameNumber === 0 ? a.game.gamePk - b.game.gamePk : byGameNumber
}

/** An unknown count makes the sum unknown. */
export const sumKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b

type HittingCounts = Omit<HittingGame, 'date' | 'gamePk' | 'opponent' | 'homeAway' | 'atBats'>

/** Adds the counts of two entries of a batter, without the at-bats, which a box score may lack. */
export const addHittingCounts = (a: HittingCounts, b: HittingCounts): HittingCounts => ({
  plateAppearances: a.plateAppearances + b.plateAppearances,
  hits: a.hits + b.hits,
  doubles: a.doubles + b.doubles,
  triples: a.triples + b.triples,
  homeRuns: a.homeRuns + b.homeRuns,
  runs: sumKnown(a.runs, b.runs),
  rbi: sumKnown(a.rbi, b.rbi),
  baseOnBalls: a.baseOnBalls + b.baseOnBalls,
  hitByPitch: sumKnown(a.hitByPitch, b.hitByPitch),
  stolenBases: sumKnown(a.stolenBases, b.stolenBases),
  strikeOuts: a.strikeOuts + b.strikeOuts,
})

/** Adds the two entries of a game in which a batter played for both clubs; the place is that of the longer one. */
const addHitting = (a: HittingGame, b: HittingGame): HittingGame => ({
  ...(a.plateAppearances >= b.plateAppearances ? a : b),
  ...addHittingCounts(a, b),
  atBats: a.atBats + b.atBats,
})

/** The same of a pitcher. */
const addPitching = (a: PitchingGame, b: PitchingGame): PitchingGame => ({
  ...(a.battersFaced >= b.battersFaced ? a : b),
  started: a.started || b.started,
  outs: a.outs + b.outs,
  battersFaced: a.battersFaced + b.battersFaced,
  strikeOuts: a.strikeOuts + b.strikeOuts,
  hits: a.hits + b.hits,
  earnedRuns: sumKnown(a.earnedRuns, b.earnedRuns),
  runs: sumKnown(a.runs, b.runs),
  baseOnBalls: a.baseOnBalls + b.baseOnBalls,
  homeRuns: a.homeRuns + b.homeRuns,
  hitBatsmen: sumKnown(a.hitBatsmen ?? null, b.hitBatsmen ?? null),
})

/** The regular-season games of a log. */
export interface ReadGames<G> {
  /** Oldest first; the second game of a doubleheader follows the first. */
  readonly games: G[]
  /** Number of games that could not be read. */
  readonly unread: number
}

/**
 * Reads splits one by one. A repeated split counts once; a player who changed clubs during a suspended game has two
 * different ones of it, which are added.
 * @throws the error of the first split if none can be read
 */
function readGames<S extends HittingSplit | PitchingSplit, G extends { gamePk: number }>(
  splits: readonly unknown[],
  schema: ZodType<S>,
  compact: (split: S, codes: TeamCodes) => G,
  codes: TeamCodes,
  add: (a: G, b: G) => G,
): ReadGames<G> {
  const read = new Map<string, { split: S; game: G }>()
  const failures: unknown[] = []
  for (const raw of splits) {
    try {
      const split = schema.parse(raw)
      const key = `${split.game.gamePk} ${split.isHome}`
      if ((split.gameType ?? REGULAR_SEASON) === REGULAR_SEASON && !read.has(key)) {
        read.set(key, { split, game: compact(split, codes) })
      }
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0 && failures.length === splits.length) throw failures[0]
  const sorted = [...read.values()].sort((a, b) => oldestFirst(a.split, b.split))
  const games = new Map<number, G>()
  for (const { game } of sorted) {
    const known = games.get(game.gamePk)
    games.set(game.gamePk, known ? add(known, game) : game)
  }
  return { games: [...games.values()], unread: failures.length }
}

export const hittingGames = (splits: readonly unknown[], codes: TeamCodes): ReadGames<HittingGame> =>
  readGames(splits, hittingSplitSchema, compactHitting, codes, addHitting)

export const pitchingGames = (splits: readonly unknown[], codes: TeamCodes): ReadGames<PitchingGame> =>
  readGames(splits, pitchingSplitSchema, compactPitching, codes, addPitching)
