import type { HittingGame } from '@propsight/shared/contracts'
import type { Deps } from '../../../deps.ts'
import type { ClubGame } from '../../../sources/stats/club-season.ts'
import type { StatsPerson } from '../../../sources/stats/format/person.ts'
import type { StatsTeam } from '../../../sources/stats/format/team.ts'
import { throwHandOf } from '../forecast/engine-games.ts'
import { canonicalClubCode, teamIdsByCode } from '../team-codes.ts'
import type { Parts } from './detail-parts.ts'

/**
 * Maximum club seasons read for one player: four clubs of the player, and three opponents to find the former
 * clubs.
 */
const MOST_SEASONS = 7
const PART = 'starterHands'

interface Asked {
  readonly games: readonly HittingGame[]
  /** The player's current club. */
  readonly clubId: number | undefined
  readonly teams: readonly StatsTeam[]
  readonly people: ReadonlyMap<number, StatsPerson>
}

/**
 * Finds the throwing hand of the opposing starter in each of a batter's games. A game log does not name the
 * batter's own club. Games that are not in the season of the current club belong to a former club, which is
 * found through the season of the opponent.
 * @returns the hands by `gamePk`; games with an unknown starter or hand are omitted
 */
export async function starterHands(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
  { games, clubId, teams, people }: Asked,
  parts: Parts,
): Promise<Record<string, 'L' | 'R'>> {
  const known = new Map<number, ClubGame>()
  const asked = new Set<number>()
  const readSeason = async (club: number | undefined) => {
    if (club === undefined || asked.has(club)) return
    asked.add(club)
    const season = await parts.read(PART, upstream.stats.clubSeason(club, clock.season()))
    for (const game of season ?? []) known.set(game.gamePk, game)
  }
  const clubIds = teamIdsByCode(teams)

  await readSeason(clubId)
  // Latest games first: most games for former clubs were played for the last of them.
  for (const { gamePk, opponent, homeAway } of games.toReversed()) {
    if (asked.size >= MOST_SEASONS || parts.missing[PART] !== undefined) break
    if (known.has(gamePk)) continue
    await readSeason(clubIds.get(canonicalClubCode(opponent)))
    const played = known.get(gamePk)
    if (played) await readSeason(homeAway === 'HOME' ? played.home.clubId : played.away.clubId)
  }

  const hands: Record<string, 'L' | 'R'> = {}
  for (const { gamePk, homeAway } of games) {
    const game = known.get(gamePk)
    const starterId = homeAway === 'HOME' ? game?.away.starterId : game?.home.starterId
    const hand = throwHandOf(people.get(starterId ?? -1)?.pitchHand?.code)
    if (hand) hands[gamePk] = hand
  }
  return hands
}
