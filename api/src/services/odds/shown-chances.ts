import type { OddsEvent, OddsProp, ShownChance, StatForecastWire } from '@propsight/shared/contracts'
import { findStatType, type LeagueClock, lineForecast, recordOfGame } from '@propsight/shared/domain'
import {
  consensusLine,
  decimalOdds,
  isStaleQuote,
  noVigOver,
  PRODUCT_REMOVAL,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import type { Logger } from 'pino'
import { runSlice } from '../../platform/concurrency/event-loop.ts'
import type { GameLogStreamPorts, LogsRecord } from '../board/game-log-stream.ts'

export interface ChancePorts extends GameLogStreamPorts {
  readonly clock: LeagueClock
  readonly log: Logger
}

type PricedProp = Pick<OddsProp, 'quotes'>

/**
 * The engine's chances at the consensus line, as the product shows them: conditional on the books' chance without
 * margin. Stale prices and prices out of line do not count.
 * @param now milliseconds since 1970, league time
 * @returns null without a current price
 */
export function shownChance(
  forecast: StatForecastWire,
  { quotes }: PricedProp,
  now: number,
): ShownChance | null {
  const decimal = (odds: number | null) => (odds === null ? null : decimalOdds(odds))
  const fresh = quotes
    .filter(({ confirmedAt }) => !isStaleQuote(confirmedAt, now))
    .map(({ book, line, over, under }) => ({ book, line, over: decimal(over), under: decimal(under) }))
  const current = withoutOutOfLine(fresh)
  const line = consensusLine(current)
  if (line === null) return null
  const offer = { line, oddsType: 'standard', noVigOver: noVigOver(current, line, PRODUCT_REMOVAL) } as const
  const over = lineForecast(forecast, offer, 'OVER')
  const under = lineForecast(forecast, offer, 'UNDER')
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

  const records = new Map<string, Extract<LogsRecord, { type: 'player' | 'pitcher' }>>()
  const keep = async (record: LogsRecord) => {
    if (record.type !== 'player' && record.type !== 'pitcher') return
    records.set(keyOf(record.name, record.team, record.group), record)
  }
  await deps.streamGameLogs([...players.values()], keep, deps.log)
  const gamePks = new Map(events.map(({ id, gamePk }) => [id, gamePk]))
  const now = deps.clock.now().getTime()
  for (const prop of matched) {
    const record = records.get(propKey(prop))
    const gamePk = gamePks.get(prop.eventId)
    if (!record || typeof gamePk !== 'number') continue
    const { forecastGame, forecasts } = recordOfGame(record, { gameTime: null, gamePk })
    const forecast = forecasts?.find(({ stat }) => stat === prop.stat)
    if (!forecast || forecastGame?.gamePk !== gamePk) continue
    const chance = await runSlice(() => shownChance(forecast, prop, now))
    if (chance) shown.set(prop.id, chance)
  }
  return shown
}
