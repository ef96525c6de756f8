import { canonicalClubCode, loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'
import { deriveOnce } from '../../platform/cache/cache.ts'
import type { Athlete, LeagueGames } from '../../sources/box-score-league.ts'

const byName = deriveOnce((games: LeagueGames) => ({
  exact: Map.groupBy(games.athletes, ({ fullName }) => normalisePlayerName(fullName)),
  loose: Map.groupBy(games.athletes, ({ fullName }) => loosePlayerName(fullName)),
}))

/**
 * Finds the athlete of a name in the book: by the exact name, then without punctuation; of several the one of the club.
 * A name that still matches two people is ambiguous and never guessed.
 */
export function findAthlete(
  games: LeagueGames,
  { name, team }: { readonly name: string; readonly team: string },
): Athlete | 'unknown player' | 'ambiguous name' {
  const { exact, loose } = byName(games)
  const club = canonicalClubCode(team)
  const named = exact.get(normalisePlayerName(name)) ?? loose.get(loosePlayerName(name)) ?? []
  const ofClub = named.filter((athlete) => athlete.club === club)
  const [found, other] = ofClub.length > 0 ? ofClub : named
  if (!found) return 'unknown player'
  return other ? 'ambiguous name' : found
}
