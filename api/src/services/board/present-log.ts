import type { GameLogRecord } from '@propsight/shared/contracts'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import type { Around } from '../analysis/news/start-around.ts'
import type { PlayerForecast } from './forecast/forecast-log.ts'
import type { WantedPlayer } from './players.ts'

type LogRecord = Extract<GameLogRecord, { type: 'player' | 'pitcher' }>

interface Presented {
  readonly expected: PlayerForecast
  /** Who was asked for and what stands around his game, as text: small, and made anew each time. */
  readonly beside: string
  readonly record: LogRecord
}
// A log is the same object for as long as the cache holds it.
const presented = new WeakMap<PersonLog, Presented>()

function present(
  { name, team, group }: WantedPlayer,
  { person, hitting, pitching }: PersonLog,
  expected: PlayerForecast,
  around: Around,
): LogRecord {
  const who = {
    name,
    team,
    personId: person.id,
    fullName: person.fullName,
    position: person.primaryPosition?.abbreviation ?? '',
    batSide: person.batSide?.code ?? null,
    pitchHand: person.pitchHand?.code ?? null,
    ...expected,
    ...around,
  }
  return group === 'hitting'
    ? { ...who, type: 'player', group: 'hitting', games: hitting }
    : { ...who, type: 'pitcher', group: 'pitching', games: pitching }
}

const sameForecast = (a: PlayerForecast, b: PlayerForecast): boolean =>
  a === b || (!a.forecasts && !b.forecasts && a.forecastMissing === b.forecastMissing)

/**
 * A player's record on a board: the same object for as long as nothing in it changes, so that whoever kept what was made
 * of it knows without reading it.
 */
export function presentLog(
  wanted: WantedPlayer,
  log: PersonLog,
  expected: PlayerForecast,
  around: Around,
): LogRecord {
  const beside = JSON.stringify([wanted.name, wanted.team, wanted.group, around])
  const last = presented.get(log)
  if (last && last.beside === beside && sameForecast(last.expected, expected)) return last.record
  const record = present(wanted, log, expected, around)
  presented.set(log, { expected, beside, record })
  return record
}
