import type { LineTable } from '../../world/line-table.ts'
import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { hittingStat } from './hitting-stat.ts'
import { pitchingStat } from './pitching-stat.ts'

export const GROUPS = ['hitting', 'pitching'] as const
export type Group = (typeof GROUPS)[number]

/** The lines of one group, and how to write a sum of them. */
export interface GroupAccess {
  readonly group: Group
  readonly table: LineTable
  readonly lines: readonly number[]
  readonly stat: typeof hittingStat
}

/** How sums of a group are written, without what the source does not count. */
export function statOf(index: LeagueIndex, group: Group): typeof hittingStat {
  const write = group === 'hitting' ? hittingStat : pitchingStat
  const uncounted = index.world.uncounted[group]
  if (uncounted.length === 0) return write
  return (...counts) => {
    const stat = write(...counts)
    for (const field of uncounted) delete stat[field]
    return stat
  }
}

/** A person's lines of one season in one group, oldest first: worlds write their lines in the order of play. */
export function groupLines(index: LeagueIndex, person: Person, group: Group, season: number): GroupAccess {
  const table = group === 'hitting' ? index.world.batting : index.world.pitching
  const access = group === 'hitting' ? index.batting : index.pitching
  const all = access.person.get(index.personIndex.get(person.id) ?? -1) ?? []
  const lines = all.filter((line) => index.world.games[table.key(line).game]?.season === season)
  return { group, table, lines, stat: statOf(index, group) }
}

/** The sum of some lines by column. */
export function sumLines(
  access: GroupAccess,
  lines: readonly number[],
  side: 'all' | 'left' | 'right' = 'all',
): number[] {
  const into = new Array<number>(access.table.fieldCount).fill(0)
  for (const line of lines) access.table.addTo(into, line, side)
  return into
}

/** What `group` means without one: what the player is on the field for. */
export const ownGroup = (person: Person): Group => (person.position === '1' ? 'pitching' : 'hitting')
