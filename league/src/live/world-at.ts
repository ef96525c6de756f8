import type { Standing } from '../sample/simulate-game.ts'
import type { Game, Situation } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { Person } from '../world/person.ts'
import type { World } from '../world/world.ts'
import type { NextDay } from './next-day.ts'
import { isClosed, type Phase } from './phase.ts'
import type { Course } from './day-games.ts'

/** A game of the day with its current phase and its index in the world's games. */
export interface Running {
  readonly course: Course
  readonly phase: Phase
  readonly at: number
}

const situationOf = (people: readonly Person[], standing: Standing, between: boolean): Situation => {
  const id = (index: number | null) => (index === null ? null : (people[index]?.id ?? null))
  const [first, second, third] = standing.bases
  return {
    inning: standing.inning,
    top: standing.top,
    between,
    outs: standing.outs,
    bases: [id(first), id(second), id(third)],
    batterId: id(standing.batter) ?? 0,
    onDeckId: id(standing.onDeck) ?? 0,
    pitcherId: id(standing.pitcher) ?? 0,
  }
}

/**
 * The current state of one game (and of its makeup partner). The lines played so far are added to the tables.
 */
const gamesNow = (
  morning: World,
  { course, phase, at }: Running,
  tables: { batting: LineTable; pitching: LineTable },
): readonly Game[] => {
  const game = morning.games[at]
  if (!game) throw new Error(`no game ${course.game.pk}`)
  switch (phase.name) {
    case 'scheduled':
      return []
    case 'pre-game':
    case 'warmup':
      return [{ ...game, live: { phase: phase.name } }]
    case 'called-off':
      return course.movedBy ?? []
    case 'in-progress': {
      const { played, score } = course.play(phase.plates, tables, at)
      const { result: _told, ...open } = game
      if (!played.standing) return [{ ...open, result: score }]
      const situation = situationOf(morning.people, played.standing, phase.between)
      return [{ ...open, live: { phase: 'in-progress', score, situation } }]
    }
    default: {
      const { score } = course.play(Number.POSITIVE_INFINITY, tables, at)
      // From here on the lines contain the batting order, as in the worlds of later days.
      const { lineups: _announced, ...over } = game
      return [
        { ...over, result: score, ...(phase.name === 'game-over' ? { live: { phase: 'game-over' } } : {}) },
      ]
    }
  }
}

/** Tomorrow's lines of the clubs that have no open game today. */
const nextLines = (morning: World, running: readonly Running[], next: NextDay) => {
  const busy = new Set(
    running
      .filter(({ phase }) => !isClosed(phase))
      .flatMap(({ course }) => [course.game.homeId, course.game.awayId]),
  )
  const clubs = new Map(morning.games.map(({ pk, homeId, awayId }) => [pk, [homeId, awayId]]))
  return next.lines.filter(({ gamePk }) => !clubs.get(gamePk)?.some((club) => busy.has(club)))
}

/**
 * The league at an instant of its day: games with their current state, and the book without lines of closed
 * games.
 * @param morning the day's world before the first game, whose tables have spare room; lines that an earlier
 * call added are overwritten
 * @param lengths number of lines in the morning's tables
 * @param running the day's games with their phases
 * @param next tomorrow's published facts, null before they are published
 */
export function worldAt(
  morning: World,
  lengths: { readonly batting: number; readonly pitching: number },
  running: readonly Running[],
  next: NextDay | null,
): World {
  const { batting, pitching } = morning
  batting.length = lengths.batting
  pitching.length = lengths.pitching
  const changed = new Map(
    running.flatMap((each) => gamesNow(morning, each, morning)).map((game) => [game.pk, game]),
  )
  const closed = new Set(running.filter(({ phase }) => isClosed(phase)).map(({ course }) => course.game.pk))
  const open = morning.lines.filter(({ gamePk }) => !closed.has(gamePk))
  return {
    ...morning,
    games: morning.games.map((before) => {
      const game = changed.get(before.pk) ?? before
      const probables = next?.probables.get(game.pk)
      return probables && game.date === next?.date ? { ...game, probables } : game
    }),
    lines: next ? [...open, ...nextLines(morning, running, next)] : open,
  }
}
