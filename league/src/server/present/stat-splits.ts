import type { Game } from '../../world/entities.ts'
import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef } from '../stats/person.ts'
import { type Group, groupLines, sumLines } from '../stats/stat-groups.ts'
import { teamRef } from '../stats/team.ts'

interface Situation {
  readonly code: string
  readonly description: string
  readonly sortOrder: number
  readonly side?: 'left' | 'right'
  readonly of?: (game: Game, home: boolean) => boolean
}

/** The situation codes that this league supports. */
const SITUATIONS: readonly Situation[] = [
  { code: 'h', description: 'Home Games', sortOrder: 1, of: (_game, home) => home },
  { code: 'a', description: 'Away Games', sortOrder: 2, of: (_game, home) => !home },
  { code: 'd', description: 'Day Games', sortOrder: 3, of: ({ dayNight }) => dayNight === 'day' },
  { code: 'n', description: 'Night Games', sortOrder: 4, of: ({ dayNight }) => dayNight === 'night' },
  { code: 'vl', description: 'vs Left', sortOrder: 11, side: 'left' },
  { code: 'vr', description: 'vs Right', sortOrder: 12, side: 'right' },
]

/**
 * A person's season by situation. A replay has no counts by hand, so `vl` and `vr` have no split there.
 * @param codes requested situation codes; unknown ones have no split
 */
export function situationSplits(
  index: LeagueIndex,
  person: Person,
  group: Group,
  season: number,
  codes: readonly string[],
) {
  const access = groupLines(index, person, group, season)
  return SITUATIONS.filter(({ code }) => codes.includes(code)).flatMap(
    ({ code, description, sortOrder, side, of }) => {
      if (side && !index.world.hands) return []
      const lines = of
        ? access.lines.filter((line) => {
            const { game, home } = access.table.key(line)
            const played = index.world.games[game]
            return played !== undefined && of(played, home)
          })
        : access.lines
      if (lines.length === 0) return []
      return [
        {
          season: String(season),
          stat: access.stat(sumLines(access, lines, side), lines.length),
          team: teamRef(index.club(person.teamId)),
          player: personRef(person),
          gameType: 'R',
          split: { code, description, sortOrder },
        },
      ]
    },
  )
}
