import type { LineTable } from '../../world/line-table.ts'
import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { hittingStat } from '../present/hitting-stat.ts'
import { pitchingStat } from '../present/pitching-stat.ts'

export const GROUPS = ['hitting', 'pitching'] as const
export type Group = (typeof GROUPS)[number]

/** A person's lines of one group, and the function that converts a sum of them to the service's format. */
export interface GroupAccess {
  readonly group: Group
  readonly table: LineTable
  readonly lines: readonly number[]
  readonly stat: typeof hittingStat
}

/**
 * The function that converts counts of a group to the service's format, without fields that the source does
 * not count.
 */
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

/** A person's lines of one season in one group, oldest first, because the tables are in the order of play. */
export function groupLines(index: LeagueIndex, person: Person, group: Group, season: number): GroupAccess {
  const table = group === 'hitting' ? index.world.batting : index.world.pitching
  const access = group === 'hitting' ? index.batting : index.pitching
  const all = access.person.get(index.personIndex.get(person.id) ?? -1) ?? []
  const lines = all.filter((line) => index.world.games[table.key(line).game]?.season === season)
  return { group, table, lines, stat: statOf(index, group) }
}

/** Sums lines by column. */
export function sumLines(
  access: GroupAccess,
  lines: readonly number[],
  side: 'all' | 'left' | 'right' = 'all',
): number[] {
  const into = new Array<number>(access.table.fieldCount).fill(0)
  for (const line of lines) access.table.addTo(into, line, side)
  return into
}

/** The default of the parameter `group`: pitching for pitchers, hitting for all other players. */
export const ownGroup = (person: Person): Group => (person.position === '1' ? 'pitching' : 'hitting')
