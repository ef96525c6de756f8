import { CLUB_COLORS, canonicalClubCode } from './mlb/club-codes.ts'
import {
  addStatTypes,
  findStatType,
  listStatNames,
  MLB_MARKETS,
  MLB_MENU,
  removeStatTypes,
} from './mlb/stat-types.ts'
import { type BoxScoreGroup, type BoxScoreStat, type SportCode, sportOfStat } from './stat-type.ts'

interface SportFacts {
  readonly stats: readonly BoxScoreStat[]
  readonly clubs: readonly { readonly code: string; readonly colors: string }[]
}

/** A sport besides baseball: its kind of game logs, and its facts, which are loaded where the sport is open only. */
interface OtherSport {
  readonly group: BoxScoreGroup
  load(): Promise<SportFacts>
}

const OTHERS: Readonly<Partial<Record<SportCode, OtherSport>>> = {
  NBA: {
    group: 'basketball',
    load: async () => {
      const [{ NBA_STAT_TYPES }, { NBA_CLUBS }] = await Promise.all([
        import(/* webpackChunkName: "sports" */ './nba/stat-types.ts'),
        import(/* webpackChunkName: "sports" */ './nba/clubs.ts'),
      ])
      return { stats: NBA_STAT_TYPES, clubs: NBA_CLUBS }
    },
  },
  NFL: {
    group: 'football',
    load: async () => {
      const [{ NFL_STAT_TYPES }, { NFL_CLUBS }] = await Promise.all([
        import(/* webpackChunkName: "sports" */ './nfl/stat-types.ts'),
        import(/* webpackChunkName: "sports" */ './nfl/colors.ts'),
      ])
      return { stats: NFL_STAT_TYPES, clubs: NFL_CLUBS }
    },
  },
}

/** Opens these sports, and no others besides baseball: `findStatType` then knows their markets. */
export async function openSports(sports: readonly string[]): Promise<void> {
  await Promise.all(
    Object.entries(OTHERS).map(async ([sport, { group, load }]) => {
      if (!sports.includes(sport)) {
        removeStatTypes(group)
        colors.delete(sport)
        return
      }
      const { stats, clubs } = await load()
      addStatTypes(stats)
      colors.set(
        sport,
        clubs.map((club) => `${club.code} ${club.colors}`),
      )
    }),
  )
}

/** Code and colors of the clubs of each sport that is open. */
const colors = new Map<string, readonly string[]>()

/** Main and second color of a club by any of its codes, as '#112233'; undefined for an unknown club. */
export function colorsOfClub(sport: SportCode, code: string): string[] | undefined {
  const rows = sport === 'MLB' ? CLUB_COLORS.split(',') : (colors.get(sport) ?? [])
  const [, ...found] = rows.find((row) => row.startsWith(`${canonicalClubCode(code)} `))?.split(' ') ?? []
  return found.length > 0 ? found.map((color) => `#${color}`) : undefined
}

/** The menu of a sport; empty for one that is not open. */
export function menuOf(sport: SportCode): readonly string[] {
  if (sport === 'MLB') return MLB_MARKETS
  const { group } = OTHERS[sport] ?? {}
  return group ? listStatNames(group) : []
}

/** The markets of the first screen: of baseball those of the specified menu (N1). */
export const shownMarketsOf = (sport: SportCode): readonly string[] =>
  sport === 'MLB' ? MLB_MENU : menuOf(sport)

/** The sport of a market or of another category of the menu. */
export const sportOfMarket = (name: string): SportCode => sportOfStat(findStatType(name) ?? { group: '' })

/** Whether a name is in the menu of an open sport. */
export const isInMenu = (name: string): boolean => menuOf(sportOfMarket(name)).includes(name)
