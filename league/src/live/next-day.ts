import { instantOf } from '../world/calendar.ts'
import type { Game } from '../world/entities.ts'
import type { BookLine, World } from '../world/world.ts'

/** The facts about tomorrow that are published in the evening: probable pitchers and the book's lines. */
export interface NextDay {
  readonly date: string
  readonly probables: ReadonlyMap<number, NonNullable<Game['probables']>>
  readonly lines: readonly BookLine[]
}

const OPENS = '18:00'

/**
 * The instant (ms since 1970) from which the book shows tomorrow's lines: 6 p.m. Eastern, or the last first
 * pitch of the day if that is earlier. Otherwise the book would be empty until midnight.
 * @param starts first pitches of the day, UTC instants
 */
export const opensAt = (day: string, starts: readonly string[]): number =>
  Math.min(
    Date.parse(instantOf(day, OPENS, 'America/New_York')),
    starts.length === 0
      ? Date.parse(instantOf(day, '00:00', 'America/New_York'))
      : Math.max(...starts.map((at) => Date.parse(at))),
  )

/**
 * Extracts the facts about tomorrow that are public today. Lines of players who change clubs overnight are
 * left out.
 */
export function nextDayOf(today: World, next: World): NextDay {
  const clubs = new Map(today.people.map(({ id, teamId }) => [id, teamId]))
  const games = new Map(next.games.filter(({ date }) => date === next.day).map((game) => [game.pk, game]))
  return {
    date: next.day,
    probables: new Map([...games].flatMap(([pk, { probables }]) => (probables ? [[pk, probables]] : []))),
    lines: next.lines.filter(({ gamePk, personIds }) => {
      const game = games.get(gamePk)
      return personIds.every((id) => clubs.get(id) === game?.homeId || clubs.get(id) === game?.awayId)
    }),
  }
}
