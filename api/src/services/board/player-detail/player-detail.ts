import type { PlayerDetail, PlayerDetailBody } from '@propsight/shared/contracts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { PlayerSplits } from '../../../sources/stats/format/splits.ts'
import type { LeaguePorts } from '../../../sources/stats/stats-client.ts'
import { type ForecastPorts, readOpenGames } from '../forecast/forecast-context.ts'
import { pitcherOf } from '../forecast/forecast-player.ts'
import { chooseGame } from '../forecast/open-games.ts'
import { type BoardLinesPorts, readBookLines } from '../standard-lines.ts'
import { hittingAverages, pitchingAverages } from './averages.ts'
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
import { readOpposition, starterHands } from './opposing-starters.ts'

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
