import type { StatForecastWire, WhatIf, WhatIfBody, WhatIfChanges } from '@propsight/shared/contracts'
import {
  ENGINE_VERSION,
  type EngineResult,
  explainBatterStats,
  explainPitcherStats,
  forecastBatter,
  forecastPitcher,
  type GameWeather,
  lineupStatus,
  MOST_WARMER_F,
  MOST_WIND_MPH,
  usualWeather,
} from '@propsight/shared/domain/engine'
import { roundForecast } from '@propsight/shared/domain/prop'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { badRequest, notFound, unavailable } from '../../../platform/errors.ts'
import type { StatsPerson } from '../../../sources/stats/format/roster.ts'
import type { LeaguePorts } from '../../../sources/stats/stats-client.ts'
import { type PropPorts, showForecasts } from '../../props/show-forecasts.ts'
import { toThrowHand } from '../forecast/engine-records.ts'
import {
  type ForecastContext,
  type ForecastPorts,
  readForecastContext,
  starterOf,
} from '../forecast/forecast-context.ts'
import {
  buildEngineInput,
  computeAllMarkets,
  type EngineInput,
  MISSING_REASONS,
  pitcherOf,
} from '../forecast/forecast-player.ts'
import { chooseGame, type OpenGame } from '../forecast/open-games.ts'
import { toWhyWire } from '../player-detail/explain-forecasts.ts'
import {
  DETAIL_TIMEOUTS,
  type DetailSubject,
  type DetailTimeouts,
  findSubject,
  readLog,
  reasonWithoutGame,
  type SubjectPorts,
} from '../player-detail/find-subject.ts'

type Candidate = WhatIf['starters'][number]

/** Most pitchers that are listed; clubs have about a dozen starters in a season. */
const MAX_CANDIDATES = 20

/**
 * Lists the pitchers who may start for the opposing club: its starters of this season, most starts first, and the
 * announced one. Never throws: if the club's season cannot be read, only the announced one is listed.
 * @param people all people of the season by id
 */
async function starterCandidates(
  { upstream, clock, log }: LeaguePorts<'clubSeason'>,
  { opponentId, date, opposingStarterId, opposingStarter }: OpenGame,
  people: ReadonlyMap<number, StatsPerson>,
  timeoutMs: number,
): Promise<Candidate[]> {
  const reading = withTimeout(upstream.stats.clubSeason(opponentId, clock.season()), timeoutMs)
  const season = await reading.catch((error: unknown) => {
    log.warn({ err: error }, 'a what-if without the starters of the opponent')
    return null
  })
  const starts = new Map<number, number>()
  for (const game of season?.value ?? []) {
    const { starterId } = game.home.clubId === opponentId ? game.home : game.away
    if (starterId !== null && game.date < date) starts.set(starterId, (starts.get(starterId) ?? 0) + 1)
  }
  const candidates = [...starts].flatMap(([personId, count]): Candidate[] => {
    const person = people.get(personId)
    // A pitcher who left the league is on no roster.
    if (!person) return []
    return [{ personId, name: person.fullName, throws: toThrowHand(person.pitchHand?.code), starts: count }]
  })
  candidates.sort((a, b) => b.starts - a.starts || a.name.localeCompare(b.name, 'en'))
  const listed = candidates.slice(0, MAX_CANDIDATES)
  if (opposingStarterId === null || listed.some(({ personId }) => personId === opposingStarterId))
    return listed
  const person = people.get(opposingStarterId)
  const name = person?.fullName ?? opposingStarter?.name ?? 'The announced starter'
  const throws = toThrowHand(person?.pitchHand?.code) ?? opposingStarter?.throws ?? null
  return [
    { personId: opposingStarterId, name, throws, starts: starts.get(opposingStarterId) ?? 0 },
    ...listed,
  ]
}

type Sources = ForecastPorts & SubjectPorts & LeaguePorts<'clubSeason'> & PropPorts
type Weather = WhatIf['assumed']['weather']

/** Share of a wind's speed that blows to centre field. */
const OUT_SHARE = { in: -1, out: 1, cross: 0 } as const

function usualOf({ homes }: ForecastContext, game: OpenGame, clubId: number | undefined): Weather {
  const homeClub = (game.home ? clubId : game.opponentId) ?? -1
  // The usual weather is that of the club's own park.
  return homes.get(homeClub) === game.venueId ? usualWeather(homeClub, game.date) : null
}

/**
 * The weather of the settings, relative to the usual one.
 * @throws HttpError 400 where the usual weather is not known
 */
function weatherOf({ temperatureF, wind }: WhatIfChanges, usual: Weather): GameWeather | null {
  if (temperatureF === undefined && wind === undefined) return null
  if (!usual) throw badRequest('The usual weather of this park is not known.')
  const warmerF = temperatureF === undefined ? 0 : temperatureF - usual.temperatureF
  const windOutMph = wind === undefined ? 0 : wind.mph * OUT_SHARE[wind.direction] - usual.windOutMph
  return warmerF === 0 && windOutMph === 0 ? null : { warmerF, windOutMph }
}

/** @throws HttpError 400 for a setting that does not apply to the player */
function checkChanges(changes: WhatIfChanges, group: DetailSubject['group'], isAnnounced: boolean): void {
  const { starterId, slot, lineup } = changes
  if (group === 'pitching' && (starterId !== undefined || slot !== undefined))
    throw badRequest('A pitcher has no opposing starter and no place in the order.')
  if (group === 'hitting' && lineup !== undefined) throw badRequest('Only pitchers face a batting order.')
  if (lineup === 'announced' && !isAnnounced) throw badRequest('The batting order is not announced.')
}

const withWeather = ({ group, input }: EngineInput, weather: GameWeather | null): EngineInput => {
  const setting = { ...input.setting, weather }
  return group === 'hitting'
    ? { group, input: { ...input, setting } }
    : { group, input: { ...input, setting } }
}

/** Applies the changes that are not about weather or the starter. */
function withChanges(engineInput: EngineInput, { slot, lineup }: WhatIfChanges): EngineInput {
  const { group, input } = engineInput
  if (group === 'hitting') return slot === undefined ? engineInput : { group, input: { ...input, slot } }
  return lineup === 'unknown' ? { group, input: { ...input, lineup: null } } : engineInput
}

/** @throws HttpError 404 when the engine refuses */
function requireValue<T>(result: EngineResult<T>): T {
  if (!result.ok) throw notFound(`No probability: ${MISSING_REASONS[result.reason]}.`)
  return result.value
}

function forecastsOf({ group, input }: EngineInput): StatForecastWire[] {
  const result = computeAllMarkets(
    (stats) => (group === 'hitting' ? forecastBatter(input, stats) : forecastPitcher(input, stats)),
    group,
  )
  return requireValue(result)
    .map(roundForecast)
    .filter((wire) => wire !== null)
}

function whyOf({ group, input }: EngineInput, starterName: string | null): WhatIf['why'] {
  const result = computeAllMarkets(
    (stats) => (group === 'hitting' ? explainBatterStats(input, stats) : explainPitcherStats(input, stats)),
    group,
  )
  return requireValue(result)
    .map((explanation) => toWhyWire(explanation, starterName))
    .filter((wire) => wire !== null)
}

/** The largest differences, which show whether a setting of the weather changes a market at all. */
const PROBE = {
  temperature: { warmerF: MOST_WARMER_F, windOutMph: 0 },
  wind: { warmerF: 0, windOutMph: MOST_WIND_MPH },
} as const

/** The markets whose forecast a difference of the weather leaves as it is. */
async function unmovedBy(engineInput: EngineInput, difference: GameWeather): Promise<string[]> {
  const key = ({ distribution }: StatForecastWire) => JSON.stringify(distribution)
  const ofWeather = (weather: GameWeather | null) =>
    runSlice(() => forecastsOf(withWeather(engineInput, weather)))
  const usual = new Map((await ofWeather(null)).map((each) => [each.stat, key(each)]))
  return (await ofWeather(difference))
    .filter((each) => usual.get(each.stat) === key(each))
    .map(({ stat }) => stat)
}

async function readContext(
  sources: Sources,
  clubId: number | undefined,
  timeoutMs: number,
): Promise<ForecastContext> {
  const reading = readForecastContext(sources, new Set(clubId === undefined ? [] : [clubId]))
  const context = await withTimeout(reading, timeoutMs).catch((error: unknown) => {
    sources.log.warn({ err: error }, 'a what-if without the league')
    return null
  })
  if (!context) throw unavailable('The league')
  return context
}

/** The context and the game with another opposing starter. */
async function withStarter(
  sources: Sources,
  context: ForecastContext,
  game: OpenGame,
  starterId: number | null,
): Promise<{ context: ForecastContext; game: OpenGame }> {
  const changed = { ...game, opposingStarterId: starterId, opposingStarter: null }
  if (starterId === null || context.starters.has(starterId)) return { context, game: changed }
  const log = await readLog(sources, starterId, 'pitching')
  const starters = new Map(context.starters).set(starterId, starterOf(log.value))
  return { context: { ...context, starters }, game: changed }
}

/**
 * Forecasts all markets of a player's game under changed circumstances, from the same inputs as the board and the
 * detail view. Without changes the forecasts are theirs. Nothing is stored.
 * @param body the player, the game of the line (default: the player's next game) and the changes
 * @param markets those that the run covers; null for all
 * @throws HttpError 400 for changes that do not apply; 404 for an unknown player, without a game or a forecast;
 *   503, or the error of the service, when the league cannot be read
 */
export async function whatIf(
  sources: Sources,
  { player, gamePk, changes }: Omit<WhatIfBody, 'runId'>,
  markets: ReadonlySet<string> | null,
  timeLimits: DetailTimeouts = DETAIL_TIMEOUTS,
): Promise<WhatIf> {
  const subject = await findSubject(sources, player, timeLimits)
  const { group, clubId, people } = subject
  const forecastSubject = { group, log: subject.log.value, clubId }
  const context = await readContext(sources, clubId, timeLimits.optional)
  const clubGames = context.games.get(clubId ?? -1) ?? []
  const game = chooseGame(clubGames, pitcherOf(forecastSubject), gamePk)
  if (!game) throw notFound(reasonWithoutGame(clubGames))
  const status = lineupStatus(game.opposingLineup, context.players)
  checkChanges(changes, group, status === 'announced')
  const usual = usualOf(context, game, clubId)
  const weather = weatherOf(changes, usual)
  const starters =
    group === 'hitting' ? await starterCandidates(sources, game, people, timeLimits.optional) : []
  const { starterId = game.opposingStarterId, lineup } = changes
  if (starterId !== null && starterId !== game.opposingStarterId) {
    if (!starters.some(({ personId }) => personId === starterId))
      throw badRequest('The pitcher has no start for this club this season.')
  }
  const opposing =
    starterId === game.opposingStarterId
      ? { context, game }
      : await withStarter(sources, context, game, starterId)
  const changedGame = lineup === 'guessed' ? { ...opposing.game, opposingLineup: [] } : opposing.game
  const unchanged = buildEngineInput(context, game, forecastSubject)
  const changed = withChanges(buildEngineInput(opposing.context, changedGame, forecastSubject), changes)
  const engineInput = withWeather(changed, weather)
  const starterName = people.get(starterId ?? -1)?.fullName ?? changedGame.opposingStarter?.name ?? null
  const isCovered = ({ stat }: { readonly stat: string }) => markets === null || markets.has(stat)
  const { id: personId, fullName } = forecastSubject.log.person
  const names = [player.name, fullName]
  const prop = { gamePk: game.gamePk, personId, names, team: player.team, startsAt: game.startsAt }
  const evidenceOf = await sources.propEvidence()
  const computed = (await runSlice(() => forecastsOf(engineInput))).filter(isCovered)
  const forecasts = await runSlice(() => showForecasts(computed, prop, evidenceOf))
  const why = (await runSlice(() => whyOf(engineInput, starterName))).filter(isCovered)
  const unmoved = async (difference: GameWeather) =>
    usual ? (await unmovedBy(changed, difference)).filter((stat) => isCovered({ stat })) : []
  return {
    forecasts,
    why,
    engine: ENGINE_VERSION,
    assumed: {
      starterId: group === 'hitting' ? game.opposingStarterId : null,
      slot: unchanged.group === 'hitting' ? unchanged.input.slot : null,
      lineup: group === 'pitching' ? assumedLineup(unchanged, status) : null,
      weather: usual,
    },
    starters,
    unmoved: { temperature: await unmoved(PROBE.temperature), wind: await unmoved(PROBE.wind) },
  }
}

function assumedLineup(
  { group, input }: EngineInput,
  status: ReturnType<typeof lineupStatus>,
): WhatIf['assumed']['lineup'] {
  if (group !== 'pitching' || !input.lineup) return 'unknown'
  return status === 'announced' ? 'announced' : 'guessed'
}
