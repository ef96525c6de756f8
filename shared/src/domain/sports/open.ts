import { addStatTypes, findStatType, listStatNames, MLB_MARKETS } from './mlb/stat-types.ts'
import { type BoxScoreGroup, type BoxScoreStat, type SportCode, sportOfStat } from './stat-type.ts'

/** A sport besides baseball: its kind of game logs, and its markets. Its code is loaded where the sport is open only. */
interface OtherSport {
  readonly group: BoxScoreGroup
  load(): Promise<readonly BoxScoreStat[]>
}

const OTHERS: Readonly<Partial<Record<SportCode, OtherSport>>> = {
  NBA: {
    group: 'basketball',
    load: async () => (await import('./nba/stat-types.ts')).NBA_STAT_TYPES,
  },
}

/** Opens the sports of an installation: `findStatType` then knows their markets. */
export async function openSports(sports: readonly string[]): Promise<void> {
  await Promise.all(
    Object.entries(OTHERS).map(async ([sport, { load }]) => {
      if (sports.includes(sport)) addStatTypes(await load())
    }),
  )
}

/** The menu of a sport; empty for one that is not open. */
export function menuOf(sport: SportCode): readonly string[] {
  if (sport === 'MLB') return MLB_MARKETS
  const { group } = OTHERS[sport] ?? {}
  return group ? listStatNames(group) : []
}

/** The sport of a market or of another category of the menu. */
export const sportOfMarket = (name: string): SportCode => sportOfStat(findStatType(name) ?? { group: '' })

/** Whether a name is in the menu of an open sport. */
export const isInMenu = (name: string): boolean => menuOf(sportOfMarket(name)).includes(name)
