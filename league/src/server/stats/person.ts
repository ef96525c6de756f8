import type { Person, PositionCode, RosterStatus } from '../../world/entities.ts'
import type { LeagueIndex } from '../league-index.ts'

interface Position {
  readonly code: string
  readonly name: string
  readonly type: string
  readonly abbreviation: string
}

const position = (code: string, name: string, type: string, abbreviation: string): Position => ({
  code,
  name,
  type,
  abbreviation,
})

/** The service's positions by their code. */
export const POSITIONS: Readonly<Record<PositionCode, Position>> = {
  '1': position('1', 'Pitcher', 'Pitcher', 'P'),
  '2': position('2', 'Catcher', 'Catcher', 'C'),
  '3': position('3', 'First Base', 'Infielder', '1B'),
  '4': position('4', 'Second Base', 'Infielder', '2B'),
  '5': position('5', 'Third Base', 'Infielder', '3B'),
  '6': position('6', 'Shortstop', 'Infielder', 'SS'),
  '7': position('7', 'Outfielder', 'Outfielder', 'LF'),
  '8': position('8', 'Outfielder', 'Outfielder', 'CF'),
  '9': position('9', 'Outfielder', 'Outfielder', 'RF'),
  '10': position('10', 'Designated Hitter', 'Hitter', 'DH'),
  X: position('X', 'Unknown', 'Unknown', 'X'),
}

const PINCH_HITTER = position('11', 'Pinch Hitter', 'Hitter', 'PH')

/** The position for the numeric code of a line; 11 is a pinch hitter. */
export const positionPlayed = (code: number): Position =>
  code === 11 ? PINCH_HITTER : (POSITIONS[String(code) as PositionCode] ?? POSITIONS.X)

export const ROSTER_TYPES = ['active', '26Man', '40Man', 'fullSeason', 'fullRoster', 'depthChart'] as const
export type RosterType = (typeof ROSTER_TYPES)[number]

const status = (person: Person) => {
  const injured =
    person.position === '1'
      ? { code: 'D15', description: 'Injured 15-Day' }
      : { code: 'D10', description: 'Injured 10-Day' }
  const statuses: Record<RosterStatus, { code: string; description: string }> = {
    active: { code: 'A', description: 'Active' },
    injured,
    minors: { code: 'RM', description: 'Reassigned to Minors' },
  }
  return statuses[person.status]
}

/**
 * Whether a roster type includes a person. The active and 26-man rosters include only players who can play
 * today.
 */
export const onRoster = (person: Person, type: RosterType): boolean =>
  (type !== 'active' && type !== '26Man') || person.status === 'active'

export const presentRosterSpot = (person: Person) => ({
  person: personRef(person),
  jerseyNumber: person.number ?? '',
  position: POSITIONS[person.position],
  status: status(person),
  parentTeamId: person.teamId,
})

const SIDES = { L: 'Left', R: 'Right', S: 'Switch' } as const

export const personLink = (id: number): string => `/api/v1/people/${id}`
export const personRef = (person: Person) => ({
  id: person.id,
  fullName: person.fullName,
  link: personLink(person.id),
})

const slug = (person: Person): string =>
  `${person.fullName
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')}-${person.id}`

const age = (birthDate: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)

/** A person in the format of `people`; fields that the world lacks are absent. */
export function presentPerson(index: LeagueIndex, person: Person, withTeam: boolean) {
  const { firstName, lastName, fullName, birthDate } = person
  const suffix = fullName.slice(`${firstName} ${lastName}`.length).trim()
  const initial = firstName.slice(0, 1)
  const optionalFields = {
    ...(person.number === undefined ? {} : { primaryNumber: person.number }),
    ...(birthDate === undefined ? {} : { birthDate, currentAge: age(birthDate, index.world.day) }),
    ...(person.birthCity === undefined ? {} : { birthCity: person.birthCity }),
    ...(person.birthCountry === undefined ? {} : { birthCountry: person.birthCountry }),
    ...(person.height === undefined
      ? {}
      : { height: `${Math.floor(person.height / 12)}' ${person.height % 12}"` }),
    ...(person.weight === undefined ? {} : { weight: person.weight }),
  }
  const club = withTeam ? index.clubs.get(person.teamId) : undefined
  return {
    id: person.id,
    fullName,
    link: personLink(person.id),
    firstName,
    lastName,
    ...optionalFields,
    active: true,
    ...(club ? { currentTeam: { id: club.id, link: `/api/v1/teams/${club.id}` } } : {}),
    primaryPosition: POSITIONS[person.position],
    useName: firstName,
    useLastName: lastName,
    boxscoreName: lastName,
    ...(suffix ? { nameSuffix: suffix } : {}),
    gender: 'M',
    isPlayer: true,
    isVerified: true,
    ...(person.debut === undefined ? {} : { mlbDebutDate: person.debut }),
    ...(person.bats === undefined ? {} : { batSide: { code: person.bats, description: SIDES[person.bats] } }),
    ...(person.throws === undefined
      ? {}
      : { pitchHand: { code: person.throws, description: SIDES[person.throws] } }),
    nameFirstLast: fullName,
    nameSlug: slug(person),
    firstLastName: fullName,
    lastFirstName: `${lastName}, ${firstName}`,
    lastInitName: `${lastName}, ${initial}`,
    initLastName: `${initial} ${lastName}`,
    fullFMLName: fullName,
    fullLFMName: `${lastName}, ${firstName}`,
  }
}
