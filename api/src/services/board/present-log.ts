import type { GameLogRecord } from '@propsight/shared/contracts'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import type { Around } from './game-context.ts'
import type { PlayerForecast } from './forecast/forecast-player.ts'
import type { WantedPlayer } from './players.ts'

type LogRecord = Extract<GameLogRecord, { type: 'player' | 'pitcher' }>

interface Presented {
  readonly expected: PlayerForecast
  /** The requested player and the game context as JSON, because these small objects are new in each call. */
  readonly beside: string
  readonly record: LogRecord
}
// The upstream cache returns the same log object until the log is read again.
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
 * Builds the record of a player on a board. Returns the same object while nothing in it changes, so that the
 * cache of boards can compare records by identity.
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
