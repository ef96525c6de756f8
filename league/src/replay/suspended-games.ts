import { dayNumber } from '../world/world.ts'
import type { GameRecord } from './season-log.ts'

/** A player in a club of a game. It has no counts, so later ones may be read. */
export interface Appearance {
  readonly personId: string
  readonly gameId: string
  readonly home: boolean
}

interface Stay extends Appearance {
  readonly game: GameRecord
  readonly day: number
  readonly club: string
}

/** Days in which a player does not leave a club and return to it: a claim off waivers takes longer. */
const RETURN_DAYS = 7
/** Longest series of two clubs, in days. */
const SERIES_DAYS = 4

const compareStays = (a: Stay, b: Stay): number =>
  a.day - b.day || a.game.number - b.game.number || a.gameId.localeCompare(b.gameId)

/** Whether a player was in a club that was not his at the time, from his games before and after. */
function isLater(before: Stay, stay: Stay, after: readonly Stay[]): boolean {
  if (before.club === stay.club) return false
  const next = after[0]
  if (next?.club === before.club && next.day - before.day <= RETURN_DAYS) return true
  const opponent = stay.home ? stay.game.away : stay.game.home
  const inSeries = before.club === opponent && stay.day - before.day <= SERIES_DAYS
  return inSeries && !after.some(({ club, day }) => club === stay.club && day - stay.day <= RETURN_DAYS)
}

/**
 * Finds the games whose lines show that they were suspended and completed much later: a player is in both
 * clubs, or in a club that he joins later. For a source that does not state completions.
 * @returns a player who shows it, by game id
 */
export function findSuspendedGames(
  games: ReadonlyMap<string, GameRecord>,
  appearances: readonly Appearance[],
): ReadonlyMap<string, string> {
  const suspended = new Map<string, string>()
  const seen = new Set<string>()
  const stays = appearances.flatMap((appearance): Stay[] => {
    const game = games.get(appearance.gameId)
    const key = `${appearance.personId}|${appearance.gameId}|${appearance.home}`
    if (!game || seen.has(key)) return []
    seen.add(key)
    return [{ ...appearance, game, day: dayNumber(game.date), club: appearance.home ? game.home : game.away }]
  })
  for (const [personId, unsorted] of Map.groupBy(stays, (stay) => stay.personId)) {
    if (new Set(unsorted.map(({ club }) => club)).size === 1) continue
    const list = unsorted.toSorted(compareStays)
    list.forEach((stay, index) => {
      const before = list[index - 1]
      if (!before) return
      if (before.gameId === stay.gameId || isLater(before, stay, list.slice(index + 1)))
        suspended.set(stay.gameId, personId)
    })
  }
  return suspended
}
