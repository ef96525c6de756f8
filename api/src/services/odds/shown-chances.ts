import type {
  OddsEvent,
  OddsProp,
  PlayerLogRecord,
  ShownChance,
  StatForecastWire,
} from '@propsight/shared/contracts'
import { findStatType, lineForecast, recordOfGame } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import { runInSlices } from '../../platform/concurrency/event-loop.ts'
import type { GameLogStreamPorts, LogsRecord, MarketsOfRequest } from '../board/game-log-stream.ts'

export interface ChancePorts extends GameLogStreamPorts {
  readonly log: Logger
}

/** Props whose chances are computed at once: about 2 ms. */
const PROPS_PER_SLICE = 50

/** The shown chances at the line of most books. @returns null without a current price */
export function shownChance(forecast: StatForecastWire): ShownChance | null {
  const line = forecast.shown?.quotes?.[0]?.line
  if (line === undefined) return null
  const over = lineForecast(forecast, { line, oddsType: 'standard' }, 'OVER')
  const under = lineForecast(forecast, { line, oddsType: 'standard' }, 'UNDER')
  return {
    line,
    over: over.chance,
    under: under.chance,
    push: over.push,
    overLow: over.low,
    overHigh: over.high,
    underLow: under.low,
    underHigh: under.high,
  }
}

/**
 * Computes the shown chances of props, with the forecasts of the Dashboard's board. A prop of a game without a forecast
 * has none.
 * @param props with a player
 * @returns by prop id; a prop without a forecast or a current price is absent
 * @throws UpstreamError when no game log could be read
 */
export async function shownChances(
  deps: ChancePorts,
  props: readonly OddsProp[],
  events: readonly OddsEvent[],
): Promise<ReadonlyMap<string, ShownChance>> {
  const groupOf = ({ stat }: OddsProp) => findStatType(stat)?.group ?? 'hitting'
  const keyOf = (name: string, team: string, group: string) => JSON.stringify([name, team, group])
  const propKey = (prop: OddsProp) => keyOf(prop.player, prop.team ?? '', groupOf(prop))
  const matched = props.filter(({ personId }) => personId !== null)
  const players = new Map(
    matched.map((prop) => [
      propKey(prop),
      { name: prop.player, team: prop.team ?? '', group: groupOf(prop) },
    ]),
  )
  const shown = new Map<string, ShownChance>()
  if (players.size === 0) return shown

  const records = new Map<string, PlayerLogRecord>()
  const keep = async (record: LogsRecord) => {
    if (!('games' in record)) return
    records.set(keyOf(record.name, record.team, record.group), record)
  }
  const stats = Map.groupBy(matched, propKey)
  const marketsOf: MarketsOfRequest = ({ name, team, group }) =>
    new Set(stats.get(keyOf(name, team, group))?.map(({ stat }) => stat))
  await deps.streamGameLogs([...players.values()], keep, deps.log, marketsOf)
  const gamePks = new Map(events.map(({ id, gamePk }) => [id, gamePk]))
  await runInSlices(matched, PROPS_PER_SLICE, (prop) => {
    const record = records.get(propKey(prop))
    const gamePk = gamePks.get(prop.eventId)
    if (!record || typeof gamePk !== 'number') return
    const { forecastGame, forecasts } = recordOfGame(record, { gameTime: null, gamePk })
    const forecast = forecasts?.find(({ stat }) => stat === prop.stat)
    if (!forecast || forecastGame?.gamePk !== gamePk) return
    const chance = shownChance(forecast)
    if (chance) shown.set(prop.id, chance)
  })
  return shown
}
