import { CLUBS } from '../data/clubs.ts'
import type { Person } from '../world/entities.ts'
import { type Random, randomFrom } from '../world/random.ts'
import { dateOf, type Transaction } from '../world/world.ts'
import { ROSTER_PLAN, type Role, SLOTS_PER_CLUB } from './players.ts'

/** Probability of an injury per club and day: about five placements on the list per club and season. */
const INJURY_RATE = 0.03
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
  if (role === 'starter') return 'start'
  return role === 'regular' || role === 'bench' ? 'bat' : 'relief'
}

/** The roster place of the reserve for a place: of the same kind, preferably covering its position. */
const reserveFor = (club: ClubState, slot: number): number | undefined => {
  const recalled = new Set(club.replacements.values())
  const position = ROSTER_PLAN[slot]?.position ?? '10'
  const free = ROSTER_PLAN.flatMap((plan, at) =>
    plan.reserve && !recalled.has(at) && kind(at) === kind(slot) ? [{ at, plan }] : [],
  )
  return (free.find(({ plan }) => plan.covers.includes(position)) ?? free[0])?.at
}

/** A player's position and name as in transactions: 'LHP Ann Example', 'SS Bob Example'. */
const describePlayer = ({ position, throws, fullName }: Person): string => {
  if (position !== '1') return `${POSITION[position]} ${fullName}`
  return `${throws === 'L' ? 'LHP' : 'RHP'} ${fullName}`
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
  const addTransaction = (index: number, typeCode: 'SC' | 'OPT' | 'CU', text: (player: string) => string) => {
    const person = people[index]
    if (!person) return
    state.transactions.push({
      date,
      personId: person.id,
      toTeamId: club.teamId,
      typeCode,
      description: `${name} ${text(describePlayer(person))}.`,
    })
  }
  for (const [injured, reserve] of club.replacements) {
    if ((state.injuredUntil[injured] ?? 0) > day) continue
    club.replacements.delete(injured)
    const list = people[injured]?.position === '1' ? 15 : 10
    addTransaction(injured, 'SC', (player) => `activated ${player} from the ${list}-day injured list`)
    addTransaction(club.roster[reserve] ?? -1, 'OPT', (player) => `optioned ${player} to Triple-A`)
  }
  if (random() >= INJURY_RATE) return
  const slot = Math.floor(random() * ROSTER_PLAN.length)
  const person = club.roster[slot]
  const reserve = reserveFor(club, slot)
  if (person === undefined || reserve === undefined || ROSTER_PLAN[slot]?.reserve) return
  if ((state.injuredUntil[person] ?? 0) > day) return
  const pitcher = people[person]?.position === '1'
  const list = pitcher ? 15 : 10
  state.injuredUntil[person] = day + list + Math.floor(-Math.log(1 - random()) * 16)
  club.replacements.set(person, reserve)
  const part = BODY_PARTS[Math.floor(random() * BODY_PARTS.length)] ?? BODY_PARTS[0]
  addTransaction(
    person,
    'SC',
    (player) => `placed ${player} on the ${list}-day injured list. ${part[0]?.toUpperCase()}${part.slice(1)}`,
  )
  addTransaction(club.roster[reserve] ?? -1, 'CU', (player) => `recalled ${player} from Triple-A`)
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

/** Trades: days after opening day, club indices, and the roster place whose players are exchanged. */
const TRADES = [
  { after: 36, clubs: [3, 18], slot: 3 },
  { after: 52, clubs: [8, 26], slot: 17 },
  { after: 60, clubs: [11, 29], slot: 7 },
  { after: 84, clubs: [1, 14], slot: 23 },
  { after: 118, clubs: [6, 20], slot: 8 },
  { after: 119, clubs: [12, 25], slot: 18 },
] as const

/** Makes the trades of a day: two clubs exchange the players of one roster place. */
export function makeTrades(
  state: SeasonState,
  people: readonly Person[],
  opening: number,
  day: number,
): void {
  for (const { after, clubs, slot } of TRADES) {
    if (opening + after !== day) continue
    const first = state.clubs[clubs[0]]
    const second = state.clubs[clubs[1]]
    const firstPlayer = first?.roster[slot]
    const secondPlayer = second?.roster[slot]
    if (!first || !second || firstPlayer === undefined || secondPlayer === undefined) continue
    // Injured players are not traded.
    if ((state.injuredUntil[firstPlayer] ?? 0) > day) continue
    if ((state.injuredUntil[secondPlayer] ?? 0) > day) continue
    first.roster[slot] = secondPlayer
    second.roster[slot] = firstPlayer
    const firstClub = CLUBS[first.club]
    const secondClub = CLUBS[second.club]
    for (const [index, source, target] of [
      [firstPlayer, firstClub, secondClub],
      [secondPlayer, secondClub, firstClub],
    ] as const) {
      const person = people[index]
      if (!person || !source || !target) continue
      const description = `${source.name} traded ${person.fullName} to ${target.name}.`
      const date = dateOf(day)
      state.transactions.push({
        date,
        personId: person.id,
        fromTeamId: source.id,
        toTeamId: target.id,
        typeCode: 'TR',
        description,
      })
    }
  }
}

/** The roster of a club during a season. */
export interface ClubState {
  readonly club: number
  readonly teamId: number
  /** People (indices) by roster place. */
  readonly roster: number[]
  /** Recalled reserves: index of the injured person → roster place of the reserve. */
  readonly replacements: Map<number, number>
}

export interface SeasonState {
  readonly clubs: readonly ClubState[]
  /** By person: the first day after the injury (day number). */
  readonly injuredUntil: Int32Array
  /** By person: day number of the last start. */
  readonly lastStart: Int32Array
  /** By person: fatigue in relief pitches, halved every day. */
  readonly fatigue: Float64Array
  readonly transactions: Transaction[]
}

export function makeSeasonState(): SeasonState {
  const people = CLUBS.length * SLOTS_PER_CLUB
  return {
    clubs: CLUBS.map(({ id }, club) => ({
      club,
      teamId: id,
      roster: ROSTER_PLAN.map((_, slot) => club * SLOTS_PER_CLUB + slot),
      replacements: new Map(),
    })),
    injuredUntil: new Int32Array(people),
    lastStart: new Int32Array(people).fill(-100),
    fatigue: new Float64Array(people),
    transactions: [],
  }
}

/**
 * Roster places of the given roles whose players are healthy and with the club, including recalled reserves.
 */
export function available(
  state: SeasonState,
  club: ClubState,
  roles: readonly Role[],
  day: number,
): number[] {
  const recalled = new Set(club.replacements.values())
  const out: number[] = []
  for (let slot = 0; slot < ROSTER_PLAN.length; slot++) {
    const plan = ROSTER_PLAN[slot]
    const person = club.roster[slot]
    if (!plan || person === undefined || !roles.includes(plan.role)) continue
    if ((!plan.reserve || recalled.has(slot)) && (state.injuredUntil[person] ?? 0) <= day) out.push(slot)
  }
  return out
}
