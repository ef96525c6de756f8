import type {
  HittingGame,
  OpposingPitcher,
  PlayerDetail,
  PlayerDetailBody,
  VsPitcher,
} from '@propsight/shared/contracts'
import { canonicalClubCode } from '@propsight/shared/domain'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { StatsPerson, StatsTeam } from '../../../sources/stats/format/roster.ts'
import type { ClubGame } from '../../../sources/stats/format/schedule.ts'
import type { PlayerSplits } from '../../../sources/stats/format/splits.ts'
import type { LeaguePorts, LeagueReads } from '../../../sources/stats/stats-client.ts'
import { toThrowHand } from '../forecast/engine-records.ts'
import { type ForecastPorts, readOpenGames } from '../forecast/forecast-context.ts'
import { pitcherOf } from '../forecast/forecast-player.ts'
import { chooseGame, type OpenGame } from '../forecast/open-games.ts'
import { teamIdsByCode } from '../players.ts'
import { type BoardLinesPorts, readBookLines } from '../standard-lines.ts'
import { hittingAverages, pitchingAverages, starterSeason, vsPitcherRow } from './averages.ts'
import { createDetailParts, type DetailParts } from './detail-parts.ts'
import { explainForecasts } from './explain-forecasts.ts'
import {
  DETAIL_TIMEOUTS,
  type DetailSubject,
  type DetailTimeouts,
  findSubject,
  reasonWithoutGame,
  type SubjectGame,
  type SubjectPorts,
} from './find-subject.ts'

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

type OppositionSources = LeagueReads<'playerSplits' | 'vsPitcher'>

const STARTER = 'opposingPitcher'
const VS_PITCHER = 'vsPitcher'

/** The opposing starter of the game of a batter's line, and the previous meetings of the two. */
export interface Opposition {
  readonly opposingPitcher: OpposingPitcher | null
  readonly vsPitcher: VsPitcher | null
}

async function readStarter(
  { upstream, clock }: OppositionSources,
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
  { upstream }: OppositionSources,
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
  sources: OppositionSources,
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

type Sources = ForecastPorts &
  BoardLinesPorts &
  SubjectPorts &
  LeaguePorts<'clubSeason' | 'playerSplits' | 'vsPitcher'>

/** Reads the game of the line, or the player's next one if it is not known, or the reason why there is none. */
async function readGame(
  sources: Sources,
  { group, clubId, log }: DetailSubject,
  gamePk: number | undefined,
  timeoutMs: number,
): Promise<SubjectGame> {
  if (clubId === undefined) return { game: null, reason: 'The club is not known.' }
  const games = await withTimeout(readOpenGames(sources, [clubId]), timeoutMs).catch((error: unknown) => {
    sources.log.warn({ err: error }, 'player detail without the next game')
    return null
  })
  if (!games) return { game: null, reason: 'The schedule could not be read.' }
  const clubGames = games.get(clubId) ?? []
  const game = chooseGame(clubGames, pitcherOf({ group, log: log.value }), gamePk)
  return game ? { game } : { game: null, reason: reasonWithoutGame(clubGames) }
}

/** Builds the rows for the season and against each hand. Missing rows record a reason in `parts`. */
function rowsOf<Row>(
  part: string,
  splits: PlayerSplits,
  row: (line: PlayerSplits['season']) => Row | null,
  parts: DetailParts,
) {
  const rows = { season: row(splits.season), vsLeft: row(splits.vsLeft), vsRight: row(splits.vsRight) }
  if (!rows.season) {
    parts.markMissing(
      part,
      splits.season ? 'The season could not be read.' : 'The league has no season stats yet.',
    )
  } else if (!rows.vsLeft && !rows.vsRight) {
    parts.markMissing('splits', 'The league has no split by left and right here.')
  }
  return rows
}

async function readAverages(
  { upstream, clock }: Sources,
  { group, log }: DetailSubject,
  parts: DetailParts,
): Promise<Pick<PlayerDetail, 'hitting' | 'pitching'>> {
  const none = { hitting: null, pitching: null }
  const { id } = log.value.person
  const splits = await parts.read(group, upstream.stats.playerSplits(id, group, clock.season()))
  if (!splits) return none
  const { open = 0 } = log.value
  if (splits.season && open > 0) {
    const games = open === 1 ? 'a game that is not over' : `${open} games that are not over`
    parts.markMissing('totals', `The league counts ${games} here. No other number on this page does.`)
  }
  return group === 'hitting'
    ? { ...none, hitting: rowsOf(group, splits, hittingAverages, parts) }
    : { ...none, pitching: rowsOf(group, splits, pitchingAverages, parts) }
}

/**
 * Reads the detail view of one player except the game log (N12): averages, the opposing starter of the game
 * and previous meetings, the hands of past starters, and the explanation of each forecast. A part that
 * cannot be read is null or empty, with a reason in `missing`.
 * @param body the player, and the game of the line; without one, it is the player's next game
 * @throws HttpError 404 for an unknown or ambiguous name; 503 when the roster or the game log cannot be read
 */
export async function playerDetail(
  sources: Sources,
  { player, gamePk }: Omit<PlayerDetailBody, 'runId'>,
  timeLimits: DetailTimeouts = DETAIL_TIMEOUTS,
): Promise<PlayerDetail> {
  const subject = await findSubject(sources, player, timeLimits)
  const { group, log, clubId, people, teams } = subject
  const { person } = log.value
  const parts = createDetailParts(sources.log, log, timeLimits.optional)

  const readGameParts = async () => {
    const subjectGame = await readGame(sources, subject, gamePk, timeLimits.optional)
    const { opposingStarterId, opposingStarter } = subjectGame.game ?? {}
    const starterName = people.get(opposingStarterId ?? -1)?.fullName ?? opposingStarter?.name ?? null
    const [opposition, explained] = await Promise.all([
      readOpposition(sources, subjectGame, subject, parts),
      explainForecasts(
        sources,
        subjectGame,
        { group, log: log.value, clubId },
        starterName,
        parts,
        timeLimits.optional,
      ),
    ])
    return { ...opposition, ...explained }
  }
  const readStarterHands = async () =>
    group === 'hitting'
      ? starterHands(sources, { games: log.value.hitting, clubId, teams, people }, parts)
      : {}
  const [averages, gameParts, hands, bookLines] = await Promise.all([
    readAverages(sources, subject, parts),
    readGameParts(),
    readStarterHands(),
    readBookLines(sources, player, timeLimits.optional),
  ])
  return {
    name: player.name,
    personId: person.id,
    fullName: person.fullName,
    position: person.primaryPosition?.abbreviation ?? '',
    batSide: person.batSide?.code ?? null,
    pitchHand: person.pitchHand?.code ?? null,
    ...averages,
    ...gameParts,
    starterHands: hands,
    ...(bookLines && { bookLines }),
    missing: parts.missing,
    ...parts.age(),
  }
}
