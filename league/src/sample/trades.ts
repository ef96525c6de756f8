import { CLUBS } from '../data/clubs.ts'
import type { Person } from '../world/person.ts'
import { dateOf } from '../world/calendar.ts'
import type { SeasonState } from './rosters.ts'

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
    const [one, other] = [state.clubs[clubs[0]], state.clubs[clubs[1]]]
    const [mine, theirs] = [one?.roster[slot], other?.roster[slot]]
    if (!one || !other || mine === undefined || theirs === undefined) continue
    // Injured players are not traded.
    if ((state.hurtUntil[mine] ?? 0) > day || (state.hurtUntil[theirs] ?? 0) > day) continue
    one.roster[slot] = theirs
    other.roster[slot] = mine
    const [from, to] = [CLUBS[one.club], CLUBS[other.club]]
    for (const [index, source, target] of [
      [mine, from, to],
      [theirs, to, from],
    ] as const) {
      const person = people[index]
      if (!person || !source || !target) continue
      const description = `${source.name} traded ${person.fullName} to ${target.name}.`
      const date = dateOf(day)
      state.moves.push({
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
