import type { OpposingPitcher, Tonight } from '@propsight/shared/contracts'
import { describeWeather } from '@propsight/shared/domain/weather'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { starterSeason } from '../board/player-detail/averages.ts'
import { teamWeather, type WeatherPorts } from '../weather/team-weather.ts'
import type { JudgedLine } from './choose-lines.ts'
import type { LineContext } from './wording/facts.ts'

export type LineContextPorts = WeatherPorts & LeaguePorts<'playerSplits'>

/** Timeout of each part of the game context. An analysis omits a part that is late. */
const PART_TIMEOUT_MS = 3_000

async function readOptional<T>(
  log: LineContextPorts['log'],
  what: string,
  work: Promise<T | null>,
): Promise<T | null> {
  try {
    return await withTimeout(work, PART_TIMEOUT_MS)
  } catch (error) {
    log.info({ err: error }, `analysis without ${what}`)
    return null
  }
}

async function readStarter(
  { upstream, clock }: LineContextPorts,
  { starter, opponent }: Tonight,
): Promise<OpposingPitcher | null> {
  if (!starter) return null
  const splits = await upstream.stats.playerSplits(starter.personId, 'pitching', clock.season())
  const season = starterSeason(splits.value.season)
  if (!season) return null
  return {
    personId: starter.personId,
    name: starter.name,
    handedness: starter.throws,
    team: opponent,
    ...season,
  }
}

async function readWeather(
  sources: LineContextPorts,
  { homeTeam, startsAt, neutralSite }: Tonight,
): Promise<string | null> {
  // The forecast is that of the home club's park.
  if (neutralSite) return null
  const gameTime = new Date(startsAt)
  const time = Number.isNaN(gameTime.getTime()) ? {} : { gameTime }
  return describeWeather(await teamWeather(sources, { team: homeTeam, sport: 'baseball', ...time }))
}

/**
 * Reads the opposing starter and the weather of a line's game. Never throws: a part that fails or is late is
 * null.
 */
export async function readLineContext(
  sources: LineContextPorts,
  { record: { tonight, group } }: JudgedLine,
): Promise<LineContext> {
  const nothing = { opposingPitcher: null, weather: null }
  if (!tonight) return nothing
  if (group !== 'hitting' && group !== 'pitching') {
    const league = sources.upstream.leagues.find((each) => each.group === group)
    return { ...nothing, opponent: league?.clubName(tonight.opponent) ?? null }
  }
  const [opposingPitcher, weather] = await Promise.all([
    group === 'pitching'
      ? null
      : readOptional(sources.log, 'the opposing starter', readStarter(sources, tonight)),
    readOptional(sources.log, 'the weather', readWeather(sources, tonight)),
  ])
  return { opposingPitcher, weather }
}
