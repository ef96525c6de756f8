import { CLUBS } from '../data/clubs.ts'
import type { Person } from '../world/person.ts'
import { dateOf } from '../world/calendar.ts'
import type { ClubState, SeasonState } from './rosters.ts'
import { type Random, randomFrom } from '../world/random.ts'
import { ROSTER_PLAN } from './roster-plan.ts'

/** Probability of an injury per club and day: about five placements on the list per club and season. */
const HURT = 0.03
const BODY_PARTS = [
  'right hamstring strain',
  'left oblique strain',
  'lower back tightness',
  'right shoulder inflammation',
  'left wrist sprain',
  'right elbow inflammation',
  'left knee contusion',
] as const

const kind = (slot: number): 'bat' | 'start' | 'relief' => {
  const role = ROSTER_PLAN[slot]?.role
  return role === 'starter' ? 'start' : role === 'regular' || role === 'bench' ? 'bat' : 'relief'
}

/** The roster place of the reserve for a place: of the same kind, preferably covering its position. */
const reserveFor = (club: ClubState, slot: number): number | undefined => {
  const up = new Set(club.cover.values())
  const position = ROSTER_PLAN[slot]?.position ?? '10'
  const free = ROSTER_PLAN.flatMap((plan, at) =>
    plan.reserve && !up.has(at) && kind(at) === kind(slot) ? [{ at, plan }] : [],
  )
  return (free.find(({ plan }) => plan.covers.includes(position)) ?? free[0])?.at
}

/**
 * Activates healthy players and places new injuries on the injured list, for one club and day, with
 * transactions.
 */
export function updateInjuries(
  seed: string,
  state: SeasonState,
  club: ClubState,
  people: readonly Person[],
  day: number,
): void {
  const random: Random = randomFrom(seed, 'injuries', club.club, day)
  const name = CLUBS[club.club]?.name ?? ''
  const date = dateOf(day)
  const tell = (index: number, typeCode: 'SC' | 'OPT' | 'CU', text: (player: string) => string) => {
    const person = people[index]
    if (!person) return
    const player = `${person.position === '1' ? (person.throws === 'L' ? 'LHP' : 'RHP') : POSITION[person.position]} ${person.fullName}`
    state.moves.push({
      date,
      personId: person.id,
      toTeamId: club.teamId,
      typeCode,
      description: `${name} ${text(player)}.`,
    })
  }
  for (const [injured, reserve] of club.cover) {
    if ((state.hurtUntil[injured] ?? 0) > day) continue
    club.cover.delete(injured)
    const list = people[injured]?.position === '1' ? 15 : 10
    tell(injured, 'SC', (player) => `activated ${player} from the ${list}-day injured list`)
    tell(club.roster[reserve] ?? -1, 'OPT', (player) => `optioned ${player} to Triple-A`)
  }
  if (random() >= HURT) return
  const slot = Math.floor(random() * ROSTER_PLAN.length)
  const person = club.roster[slot]
  const reserve = reserveFor(club, slot)
  if (person === undefined || reserve === undefined || ROSTER_PLAN[slot]?.reserve) return
  if ((state.hurtUntil[person] ?? 0) > day) return
  const pitcher = people[person]?.position === '1'
  const list = pitcher ? 15 : 10
  state.hurtUntil[person] = day + list + Math.floor(-Math.log(1 - random()) * 16)
  club.cover.set(person, reserve)
  const part = BODY_PARTS[Math.floor(random() * BODY_PARTS.length)] ?? BODY_PARTS[0]
  tell(
    person,
    'SC',
    (player) => `placed ${player} on the ${list}-day injured list. ${part[0]?.toUpperCase()}${part.slice(1)}`,
  )
  tell(club.roster[reserve] ?? -1, 'CU', (player) => `recalled ${player} from Triple-A`)
}

const POSITION: Readonly<Record<string, string>> = {
  2: 'C',
  3: '1B',
  4: '2B',
  5: '3B',
  6: 'SS',
  7: 'LF',
  8: 'CF',
  9: 'RF',
  10: 'DH',
  X: '',
}
