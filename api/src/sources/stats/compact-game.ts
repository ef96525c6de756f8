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

function gameFields({ date, game, isHome, opponent }: HittingSplit | PitchingSplit, codes: TeamCodes) {
  return {
    date,
    gamePk: game.gamePk,
    opponent: codes.get(opponent.id) ?? opponent.abbreviation ?? opponent.name ?? String(opponent.id),
    homeAway: isHome ? ('HOME' as const) : ('AWAY' as const),
  }
}

/** One game of a batter from the service's split. */
export const compactHitting = (split: HittingSplit, codes: TeamCodes): HittingGame => ({
  ...gameFields(split, codes),
  ...split.stat,
})

/**
 * One game of a pitcher. Outs are computed from the innings if the service does not count them (row N9).
 * @throws Error without readable innings: an incomplete log would silently give wrong rates
 */
export function compactPitching(split: PitchingSplit, codes: TeamCodes): PitchingGame {
  const { gamesStarted, inningsPitched, outs: counted, ...counts } = split.stat
  const outs = counted ?? outsFromInnings(inningsPitched)
  if (outs === null) throw new Error(`'${inningsPitched}' are no innings`)
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

/**
 * The regular-season games of raw splits, oldest first; the second game of a doubleheader follows the first.
 * @throws ZodError if one game cannot be parsed: an incomplete log would silently give wrong rates
 */
function games<S extends HittingSplit | PitchingSplit, G>(
  splits: readonly unknown[],
  schema: ZodType<S>,
  compact: (split: S, codes: TeamCodes) => G,
  codes: TeamCodes,
): G[] {
  return splits
    .flatMap((raw) => {
      const split = schema.parse(raw)
      return (split.gameType ?? REGULAR_SEASON) === REGULAR_SEASON ? [split] : []
    })
    .sort(oldestFirst)
    .map((split) => compact(split, codes))
}

export const hittingGames = (splits: readonly unknown[], codes: TeamCodes): HittingGame[] =>
  games(splits, hittingSplitSchema, compactHitting, codes)

export const pitchingGames = (splits: readonly unknown[], codes: TeamCodes): PitchingGame[] =>
  games(splits, pitchingSplitSchema, compactPitching, codes)
