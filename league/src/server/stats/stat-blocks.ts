import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { notFound } from '../service-error.ts'
import { gameLogSplits } from '../present/game-log.ts'
import { seasonSplits } from '../present/season-stats.ts'
import type { Group } from './stat-groups.ts'
import { situationSplits } from '../present/stat-splits.ts'
import { isMeeting, meetingBlocks } from './vs-player.ts'

/** The parameters of the path `stats` and of `hydrate=stats(…)`. */
export interface StatsWish {
  readonly types: readonly string[]
  readonly groups: readonly Group[]
  readonly season: number
  readonly sitCodes: readonly string[]
  /** Id of the pitcher for `vsPlayer`; null if the request has none. */
  readonly opposing: number | null
  /** Whether regular-season games are requested; other game types have no stats here. */
  readonly regular: boolean
}

const TYPES = new Set(['season', 'gameLog', 'statSplits', 'vsPlayer', 'vsPlayerTotal'])

/**
 * Blocks of stats, one per type and group. As in the service, a group without games is left out, and
 * `statSplits` without situation codes has no block.
 * @throws ServiceError 404 for an unknown type
 */
export function statBlocks(index: LeagueIndex, person: Person, wish: StatsWish) {
  if (wish.types.some((type) => !TYPES.has(type))) throw notFound()
  return wish.types.flatMap((type) =>
    wish.groups.flatMap((group): object[] => {
      if (isMeeting(type)) {
        return wish.regular && group === 'hitting' ? meetingBlocks(index, person, type, wish.opposing) : []
      }
      if (!wish.regular || (type === 'statSplits' && wish.sitCodes.length === 0)) return []
      const splits: object[] =
        type === 'gameLog'
          ? gameLogSplits(index, person, group, wish.season)
          : type === 'season'
            ? seasonSplits(index, person, group, wish.season)
            : situationSplits(index, person, group, wish.season, wish.sitCodes)
      if (splits.length === 0 && type !== 'statSplits') return []
      return [{ type: { displayName: type }, group: { displayName: group }, exemptions: [], splits }]
    }),
  )
}
