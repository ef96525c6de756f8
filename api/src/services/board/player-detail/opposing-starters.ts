import type { HittingGame, OpposingPitcher, VsPitcher } from '@propsight/shared/contracts'
import { canonicalClubCode } from '@propsight/shared/domain'
import type { StatsPerson, StatsTeam } from '../../../sources/stats/format/roster.ts'
import type { ClubGame } from '../../../sources/stats/format/schedule.ts'
import type { LeagueReads } from '../../../sources/stats/stats-client.ts'
import { toThrowHand } from '../forecast/engine-records.ts'
import type { OpenGame } from '../forecast/open-games.ts'
import { teamIdsByCode } from '../players.ts'
import { starterSeason, vsPitcherRow } from './averages.ts'
import type { DetailParts } from './detail-parts.ts'
import type { DetailSubject, SubjectGame } from './find-subject.ts'

/**
 * Maximum club seasons read for one player: four clubs of the player, and three opponents to find the former
 * clubs.
 */
const MAX_CLUB_SEASONS = 7
const HANDS = 'starterHands'

interface BatterGames {
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
  { upstream, clock }: LeagueReads<'clubSeason'>,
  { games, clubId, teams, people }: BatterGames,
  parts: DetailParts,
): Promise<Record<string, 'L' | 'R'>> {
  const gamesByPk = new Map<number, ClubGame>()
  const requestedClubs = new Set<number>()
  const readSeason = async (club: number | undefined) => {
    if (club === undefined || requestedClubs.has(club)) return
    requestedClubs.add(club)
    const season = await parts.read(HANDS, upstream.stats.clubSeason(club, clock.season()))
    for (const game of season ?? []) gamesByPk.set(game.gamePk, game)
  }
  const clubIds = teamIdsByCode(teams)

  await readSeason(clubId)
  // Latest games first: most games for former clubs were played for the last of them.
  for (const { gamePk, opponent, homeAway } of games.toReversed()) {
    if (requestedClubs.size >= MAX_CLUB_SEASONS || parts.missing[HANDS] !== undefined) break
    if (gamesByPk.has(gamePk)) continue
    await readSeason(clubIds.get(canonicalClubCode(opponent)))
    const played = gamesByPk.get(gamePk)
    if (played) await readSeason(homeAway === 'HOME' ? played.home.clubId : played.away.clubId)
  }

  const hands: Record<string, 'L' | 'R'> = {}
  for (const { gamePk, homeAway } of games) {
    const game = gamesByPk.get(gamePk)
    const starterId = homeAway === 'HOME' ? game?.away.starterId : game?.home.starterId
    const hand = toThrowHand(people.get(starterId ?? -1)?.pitchHand?.code)
    if (hand) hands[gamePk] = hand
  }
  return hands
}

type Sources = LeagueReads<'playerSplits' | 'vsPitcher'>

const STARTER = 'opposingPitcher'
const VS_PITCHER = 'vsPitcher'

/** The opposing starter of the game of a batter's line, and the previous meetings of the two. */
export interface Opposition {
  readonly opposingPitcher: OpposingPitcher | null
  readonly vsPitcher: VsPitcher | null
}

async function readStarter(
  { upstream, clock }: Sources,
  starterId: number,
  { opponentId, opposingStarter }: OpenGame,
  { people, teams }: DetailSubject,
  parts: DetailParts,
): Promise<OpposingPitcher | null> {
  const splits = await parts.read(STARTER, upstream.stats.playerSplits(starterId, 'pitching', clock.season()))
  if (!splits) return null
  // A pitcher who was called up today is on the schedule before the roster.
  const person = people.get(starterId)
  const name = person?.fullName ?? opposingStarter?.name
  if (!name) return parts.markMissing(STARTER, 'The announced starter is on no roster of this season.')
  const season = starterSeason(splits.season)
  if (!season) return parts.markMissing(STARTER, 'The season could not be read.')
  return {
    personId: starterId,
    name,
    handedness: toThrowHand(person?.pitchHand?.code) ?? opposingStarter?.throws ?? null,
    team: teams.find(({ id }) => id === opponentId)?.abbreviation ?? '',
    ...season,
  }
}

async function readMeetings(
  { upstream }: Sources,
  batterId: number,
  starterId: number,
  parts: DetailParts,
): Promise<VsPitcher | null> {
  const answer = await parts.read(VS_PITCHER, upstream.stats.vsPitcher(batterId, starterId))
  if (!answer) return null
  if (!answer.available) return parts.markMissing(VS_PITCHER, 'This source has no batter-pitcher history.')
  if (!answer.line) return parts.markMissing(VS_PITCHER, 'They have not met before.')
  return (
    vsPitcherRow(answer.line) ?? parts.markMissing(VS_PITCHER, 'The league’s data on it could not be read.')
  )
}

/** Reads the opposing starter and the previous meetings. A missing part records its reason in `parts`. */
export async function readOpposition(
  sources: Sources,
  subjectGame: SubjectGame,
  subject: DetailSubject,
  parts: DetailParts,
): Promise<Opposition> {
  const without = (reason: string): Opposition => ({
    opposingPitcher: parts.markMissing(STARTER, reason),
    vsPitcher: parts.markMissing(VS_PITCHER, reason),
  })
  if (subject.group === 'pitching') return without('This player pitches.')
  if (!subjectGame.game) return without(subjectGame.reason)
  const { opposingStarterId: starterId } = subjectGame.game
  if (starterId === null) return without('No starter is announced yet.')
  const [opposingPitcher, vsPitcher] = await Promise.all([
    readStarter(sources, starterId, subjectGame.game, subject, parts),
    readMeetings(sources, subject.log.value.person.id, starterId, parts),
  ])
  return { opposingPitcher, vsPitcher }
}
