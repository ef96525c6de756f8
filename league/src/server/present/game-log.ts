import { scoreOf } from '../../world/entities.ts'
import type { Person } from '../../world/person.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef } from '../stats/person.ts'
import { positionPlayed } from './positions.ts'
import { type Group, groupLines, sumLines } from '../stats/stat-groups.ts'
import { leagueRef, SPORT_REF, teamRef } from '../stats/team.ts'

/**
 * A person's game log: one split per game with a first pitch, oldest first. Counts are those of the game;
 * rates are those of the season up to and including it.
 */
export function gameLogSplits(index: LeagueIndex, person: Person, group: Group, season: number) {
  const access = groupLines(index, person, group, season)
  const soFar = new Array<number>(access.table.fieldCount).fill(0)
  return access.lines.flatMap((line) => {
    const key = access.table.key(line)
    const game = index.world.games[key.game]
    const score = game && scoreOf(game)
    if (!game || !score) return []
    access.table.addTo(soFar, line)
    const club = index.club(key.teamId)
    const opponent = index.club(key.home ? game.awayId : game.homeId)
    const { away, home } = score.total
    return [
      {
        season: String(season),
        stat: access.stat(sumLines(access, [line]), 1, soFar),
        team: teamRef(club),
        player: personRef(person),
        opponent: teamRef(opponent),
        league: leagueRef(club),
        sport: SPORT_REF,
        gameType: 'R',
        date: game.date,
        isHome: key.home,
        isWin: key.home ? home.runs > away.runs : away.runs > home.runs,
        positionsPlayed: [positionPlayed(key.position)],
        game: {
          gamePk: game.pk,
          link: `/api/v1.1/game/${game.pk}/feed/live`,
          content: { link: `/api/v1/game/${game.pk}/content` },
          gameNumber: game.gameNumber,
          dayNight: game.dayNight,
        },
      },
    ]
  })
}
