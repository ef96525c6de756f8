import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { probablePitchers } from '@propsight/api/testing'
import { statsScheduleSchema } from '@propsight/api/wire-formats'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../../shared/recorded/mlb')
const present = existsSync(folder)

/** Games of a recorded day, each changed by `change`. */
function gamesOf(file: string, change: (game: Record<string, unknown>) => object = (game) => game) {
  const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    dates: { games: Record<string, unknown>[] }[]
  }
  const dates = body.dates.map((day) => ({ ...day, games: day.games.map(change) }))
  return statsScheduleSchema.parse({ ...body, dates }).dates.flatMap((day) => day.games)
}

describe.skipIf(!present)(
  `probable pitchers of recorded days${present ? '' : ' (skipped: no recordings present)'}`,
  () => {
    const SPRING = 'schedule_2019-03-17_hydrate_probablePitcher_stats_team_linescore.json'

    it('are empty on a day without games', () => {
      expect(probablePitchers('2024-10-27', gamesOf('schedule_2024-10-27_no_games.json'), [])).toEqual([])
    })
    it('exclude spring training and the postseason', () => {
      expect(probablePitchers('2019-03-17', gamesOf(SPRING), [])).toEqual([])
      expect(probablePitchers('2024-10-25', gamesOf('schedule_2024-10-25.json'), [])).toEqual([])
    })
    it('have hand, debut season, club codes and park, and are missing for three sides without a probable', () => {
      const games = gamesOf(SPRING, (game) => ({ ...game, gameType: 'R' }))
      const pitchers = probablePitchers('2019-03-17', games, [])
      expect(games).toHaveLength(18)
      expect(pitchers).toHaveLength(2 * 18 - 3)
      for (const { shown, debutSeason } of pitchers) {
        expect(['L', 'R']).toContain(shown.hand)
        expect(shown.oppAbbr).toMatch(/^[A-Z]{2,3}$/)
        expect(shown.venueName).not.toBe('')
        expect(debutSeason === null || debutSeason <= 2019).toBe(true)
      }
      const hendriks = pitchers.find(({ shown }) => shown.id === 521_230)
      expect(hendriks).toMatchObject({ shown: { name: 'Liam Hendriks', hand: 'R' }, debutSeason: 2011 })
    })
    it.each([
      ['schedule_2018-09-27_postponed_DR.json', '2018-09-27', 1],
      ['schedule_2022-04-07_postponed_DI.json', '2022-04-07', 2],
    ])('exclude the postponed games of %s', (file, date, postponed) => {
      const named = { id: 1, fullName: 'Ansel Ode' }
      let next = 0
      const games = gamesOf(file, (game) => {
        const teams = game.teams as { home: object; away: object }
        next += 1
        const home = { ...teams.home, probablePitcher: { ...named, id: next } }
        return { ...game, teams: { ...teams, home } }
      })
      expect(probablePitchers(date, games, [])).toHaveLength(games.length - postponed)
    })
  },
)
