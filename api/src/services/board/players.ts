import type { StatGroup } from '@propsight/shared/contracts'
import { canonicalClubCode, loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'
import { deriveOnce } from '../../platform/cache/cache.ts'
import type { StatsPerson, StatsTeam } from '../../sources/stats/format/roster.ts'

/** Maps canonical club codes to the club ids of the stats service. */
export const teamIdsByCode = (teams: readonly StatsTeam[]): ReadonlyMap<string, number> =>
  new Map(teams.map(({ abbreviation, id }) => [canonicalClubCode(abbreviation), id]))

export interface RequestedPlayer {
  name: string
  /** The book's code of the club, or empty. */
  team: string
  group: StatGroup
}

export type FoundPlayer =
  | { ok: true; person: StatsPerson }
  | { ok: false; reason: 'unknown player' | 'ambiguous name' }

type Index = ReadonlyMap<string, readonly StatsPerson[]>

const PITCHERS = new Set(['P', 'TWP'])

function indexBy(people: readonly StatsPerson[], keysOf: (person: StatsPerson) => string[]): Index {
  const index = new Map<string, StatsPerson[]>()
  for (const person of people) {
    for (const key of new Set(keysOf(person))) {
      const indexed = index.get(key)
      if (indexed) indexed.push(person)
      else index.set(key, [person])
    }
  }
  return index
}

function namesOf({
  fullName,
  nameFirstLast,
  firstName,
  lastName,
  useName,
  useLastName,
}: StatsPerson): string[] {
  const names = [fullName]
  if (nameFirstLast) names.push(nameFirstLast)
  const usedLastName = useLastName ?? lastName
  if (useName && usedLastName) names.push(`${useName} ${usedLastName}`)
  if (firstName && lastName) names.push(`${firstName} ${lastName}`)
  return names
}

const rosterOf = deriveOnce((people: readonly StatsPerson[]) => ({
  exact: indexBy(people, (person) => [normalisePlayerName(person.fullName)]),
  loose: indexBy(people, (person) => namesOf(person).map(loosePlayerName)),
}))

const plays = (person: StatsPerson, group: StatGroup): boolean => {
  const position = person.primaryPosition?.abbreviation
  if (position === undefined) return true
  return group === 'pitching' ? PITCHERS.has(position) : position !== 'P'
}

/** Returns the only item, or undefined when there are none or several. */
const onlyItem = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined)

/**
 * Finds the person of a name in the book: by the normalised name (H5), then without punctuation and without
 * Jr., Sr., II to V. Players of the same name are distinguished by club, then by position. A name that still
 * matches two people is ambiguous and never guessed.
 * @param people all people on a roster of the season
 */
export function findPlayer(
  people: readonly StatsPerson[],
  teams: readonly StatsTeam[],
  { name, team, group }: RequestedPlayer,
): FoundPlayer {
  const roster = rosterOf(people)
  const exact = roster.exact.get(normalisePlayerName(name)) ?? []
  const loose = roster.loose.get(loosePlayerName(name)) ?? []
  const teamId = team ? teamIdsByCode(teams).get(canonicalClubCode(team)) : undefined
  const atClub = (person: StatsPerson) => teamId !== undefined && person.currentTeam?.id === teamId

  // Most certain first: a spelling variant at the right club wins over the exact name at another club.
  const attempts = [
    exact.filter(atClub),
    exact.filter((person) => atClub(person) && plays(person, group)),
    loose.filter(atClub),
    loose.filter((person) => atClub(person) && plays(person, group)),
    // The player was traded meanwhile, or the book's club is unknown.
    exact,
    exact.filter((person) => plays(person, group)),
    ...(exact.length === 0 ? [loose, loose.filter((person) => plays(person, group))] : []),
  ]
  for (const candidates of attempts) {
    const person = onlyItem(candidates)
    if (person) return { ok: true, person }
  }
  return { ok: false, reason: exact.length + loose.length > 0 ? 'ambiguous name' : 'unknown player' }
}
