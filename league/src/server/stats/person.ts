import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { POSITIONS } from '../present/positions.ts'

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
  const given = {
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
    ...given,
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
