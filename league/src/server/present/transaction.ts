import type { Move } from '../../world/world.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef } from '../stats/person.ts'
import { teamRef } from '../stats/team.ts'

const TYPES: Readonly<Record<Move['typeCode'], string>> = {
  SC: 'Status Change',
  TR: 'Trade',
  OPT: 'Optioned',
  CU: 'Recalled',
}

/** A roster transaction in the format of `transactions`. */
export function presentTransaction(index: LeagueIndex, move: Move, id: number) {
  const person = index.people.get(move.personId)
  const [to, from] = [index.clubs.get(move.toTeamId), index.clubs.get(move.fromTeamId ?? -1)]
  return {
    id,
    ...(person ? { person: personRef(person) } : {}),
    ...(from ? { fromTeam: teamRef(from) } : {}),
    ...(to ? { toTeam: teamRef(to) } : {}),
    date: move.date,
    effectiveDate: move.date,
    resolutionDate: move.date,
    typeCode: move.typeCode,
    typeDesc: TYPES[move.typeCode],
    description: move.description,
  }
}
