import { isOpenStatus, type PickRow, type TrackLeg } from '@propsight/shared/contracts'

/** The groups of My Picks in display order, with their headings. */
export const PICK_GROUPS = ['Open', 'Settled', 'Expired'] as const
export type PickGroupName = (typeof PICK_GROUPS)[number]

export interface PickGroup {
  name: PickGroupName
  rows: PickRow[]
  /** Number of picks in the groups above. */
  before: number
}

/**
 * Separates picks that still matter from settled ones and from those that only wait for their removal. A settled
 * pick stays settled when it expires.
 * @param legs forecast records with results, by the pick's id
 * @returns groups that are not empty; the order of the picks is kept
 */
export function groupPicks(
  rows: readonly PickRow[],
  legs: ReadonlyMap<string, Pick<TrackLeg, 'status'>>,
  isExpired: (row: PickRow) => boolean,
): PickGroup[] {
  const nameOf = (row: PickRow): PickGroupName => {
    const status = legs.get(row.id)?.status ?? 'pending'
    if (!isOpenStatus(status)) return 'Settled'
    return isExpired(row) ? 'Expired' : 'Open'
  }
  const byName = Map.groupBy(rows, nameOf)
  const groups: PickGroup[] = []
  let before = 0
  for (const name of PICK_GROUPS) {
    const group = byName.get(name) ?? []
    if (group.length > 0) groups.push({ name, rows: group, before })
    before += group.length
  }
  return groups
}
