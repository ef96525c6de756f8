import type { Person, PositionCode } from '../world/entities.ts'
import { requireTeamId } from './club-codes.ts'
import type { SeasonLog } from './season-log.ts'

/**
 * First id for players without a stats service id in the source, above all ids that the service has assigned.
 */
const FIRST_UNKNOWN_ID = 1_000_001
const SUFFIX = /\s+(Jr\.?|Sr\.?|II|III|IV)$/

const nameParts = (fullName: string) => {
  const bare = fullName.replace(SUFFIX, '')
  const space = bare.indexOf(' ')
  return space < 0
    ? { firstName: bare, lastName: bare }
    : { firstName: bare.slice(0, space), lastName: bare.slice(space + 1) }
}

/**
 * Positions of all players. A starter of the day, or a player with pitching lines for more than half of the
 * number of batting lines, is a pitcher. The plain format has no other positions.
 */
const positions = (log: SeasonLog, starters: ReadonlySet<string>): ReadonlyMap<string, PositionCode> => {
  const pitched = new Map<string, number>()
  const batted = new Map<string, number>()
  for (const { personId } of log.pitching) pitched.set(personId, (pitched.get(personId) ?? 0) + 1)
  for (const { personId } of log.batting) batted.set(personId, (batted.get(personId) ?? 0) + 1)
  const pitcher = (id: string) => starters.has(id) || (pitched.get(id) ?? 0) * 2 > (batted.get(id) ?? 0)
  const out = new Map<string, PositionCode>()
  for (const [id, person] of log.people) out.set(id, pitcher(id) ? '1' : (person.position ?? 'X'))
  return out
}

/**
 * Makes the people of a replay: all players with a line before the day, and the day's starters, with the club
 * of their last game.
 * @returns the people, and their indices by the source's id
 */
export function replayPeople(
  log: SeasonLog,
  date: string,
): { people: Person[]; indexOf: Map<string, number> } {
  const gameOf = new Map(log.games.map((game) => [game.id, game]))
  const clubOf = new Map<string, { date: string; code: string }>()
  const recordClub = (personId: string, gameId: string, home: boolean, day: string) => {
    const game = gameOf.get(gameId)
    const latest = clubOf.get(personId)
    if (game && (!latest || latest.date <= day))
      clubOf.set(personId, { date: day, code: home ? game.home : game.away })
  }
  for (const line of [...log.batting, ...log.pitching])
    recordClub(line.personId, line.gameId, line.home, line.date)
  const starters = new Set<string>()
  for (const game of log.games.filter((each) => each.date === date)) {
    for (const [id, home] of [
      [game.homeStarter, true],
      [game.awayStarter, false],
    ] as const) {
      if (id === '') continue
      starters.add(id)
      recordClub(id, game.id, home, date)
    }
  }
  const ids = [...clubOf.keys()].toSorted()
  const position = positions(log, starters)
  const people = ids.map((id, index): Person => {
    const record = log.people.get(id)
    const teamId = requireTeamId(clubOf.get(id)?.code ?? '')
    const fullName = record?.name ?? id
    return {
      id: record?.mlbamId ?? FIRST_UNKNOWN_ID + index,
      fullName,
      ...nameParts(fullName),
      ...(record?.bats ? { bats: record.bats } : {}),
      ...(record?.throws ? { throws: record.throws } : {}),
      position: position.get(id) ?? 'X',
      teamId,
      status: 'active',
    }
  })
  return { people, indexOf: new Map(ids.map((id, index) => [id, index])) }
}
