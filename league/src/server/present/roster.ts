import type { Person, RosterStatus } from '../../world/person.ts'
import { personRef } from '../stats/person.ts'
import { POSITIONS } from './positions.ts'

export const ROSTER_TYPES = ['active', '26Man', '40Man', 'fullSeason', 'fullRoster', 'depthChart'] as const
export type RosterType = (typeof ROSTER_TYPES)[number]

const status = (person: Person) => {
  const injured =
    person.position === '1'
      ? { code: 'D15', description: 'Injured 15-Day' }
      : { code: 'D10', description: 'Injured 10-Day' }
  const by: Record<RosterStatus, { code: string; description: string }> = {
    active: { code: 'A', description: 'Active' },
    injured,
    minors: { code: 'RM', description: 'Reassigned to Minors' },
  }
  return by[person.status]
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
