import { canonicalClubCode } from '@propsight/shared/domain'
import type { RosterPlayer } from '../upright-image.ts'
import { editDistance, folded } from './edit-distance.ts'

export interface RosterName {
  name: string
  /** Whether all letters are equal, ignoring accents and signs. */
  exact: boolean
}

/** Allowed edit distance: one letter in six, at most two. */
const allowed = (letters: number) => Math.min(2, Math.floor(letters / 6))

/**
 * Finds the player of a club whose name is equal or similar to the recognised name.
 * @returns null if there is none, or two are equally near
 */
export function rosterName(read: string, team: string, roster: readonly RosterPlayer[]): RosterName | null {
  const wanted = folded(read)
  if (!wanted || !team) return null
  const club = canonicalClubCode(team)
  const ranked = roster
    .filter((player) => canonicalClubCode(player.team) === club)
    .map(({ name }) => ({ name, off: editDistance(wanted, folded(name)) }))
    .filter(({ off }) => off <= allowed(wanted.length))
    .toSorted((a, b) => a.off - b.off)
  const [best, rival] = ranked
  if (!best || rival?.off === best.off) return null
  return { name: best.name, exact: best.off === 0 }
}
