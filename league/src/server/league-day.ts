import { type NextDay, nextDayOf, opensAt } from '../live/next-day.ts'
import { phaseOf, stampOf } from '../live/phase.ts'
import type { Course } from '../live/day-games.ts'
import { type Running, worldAt } from '../live/world-at.ts'
import { dateOf, dayNumber, instantOf } from '../world/calendar.ts'
import type { World } from '../world/world.ts'
import { LeagueIndex } from './league-index.ts'

/** Spare lines in the tables: more than the games of a day and of the evening before have. */
const ROOM = 2_000
/** Time after midnight in which games of the evening before can be in progress. */
const NIGHT_MS = 5 * 3_600_000
/** Time before the first pitch at which the state of a game can change for the first time. */
const STIR_MS = 3_600_000

/** Source of the day's simulated games and of tomorrow's league. */
export interface DaySource {
  readonly open: (day: string) => World
  readonly tonight: (day: string) => readonly Course[]
}

/**
 * One day of the league: returns the state of the league at any instant of the day. It includes yesterday's
 * games that continue past midnight.
 */
export class LeagueDay {
  readonly day: string
  readonly #source: DaySource
  readonly #morning: World
  readonly #index: LeagueIndex
  readonly #lengths: { readonly batting: number; readonly pitching: number }
  /**
   * Instants (ms since 1970): all games of the evening before are over; the day's first game can change; the
   * book shows tomorrow's lines.
   */
  readonly #nightEnds: number
  readonly #stirs: number
  readonly #opens: number
  #today: readonly Course[] | null = null
  #late: readonly Course[] | null = null
  #next: NextDay | null = null
  #told: { readonly stamp: string; readonly index: LeagueIndex } | null = null

  constructor(world: World, source: DaySource) {
    this.day = world.day
    this.#source = source
    const { batting, pitching } = world
    this.#lengths = { batting: batting.length, pitching: pitching.length }
    this.#morning = { ...world, batting: batting.withRoom(ROOM), pitching: pitching.withRoom(ROOM) }
    this.#index = new LeagueIndex(this.#morning)
    const starts = world.games.filter(({ date }) => date === this.day).map(({ startsAt }) => startsAt)
    this.#nightEnds = Date.parse(instantOf(this.day, '00:00', 'America/New_York')) + NIGHT_MS
    this.#stirs = Math.min(...starts.map((at) => Date.parse(at))) - STIR_MS
    this.#opens = opensAt(this.day, starts)
  }

  /** The league at an instant of the day. Instants with the same state share one index. */
  at(now: Date): LeagueIndex {
    const running = this.#running(now)
    const next = this.#nextDay(now)
    const stamp = `${next !== null} ${running.map(({ phase }) => stampOf(phase)).join(' ')}`
    if (this.#told?.stamp === stamp) return this.#told.index
    const world = worldAt(this.#morning, this.#lengths, running, next)
    const late = running.filter(({ course }) => course.game.date < this.day).map(({ at }) => at)
    const progress = new Map(running.map(({ at, phase }) => [at, stampOf(phase)]))
    const index = new LeagueIndex(world, { morning: this.#index, retold: new Set(late), progress })
    this.#told = { stamp, index }
    return index
  }

  #running(now: Date): Running[] {
    const time = now.getTime()
    // Making the games of a day simulates the season up to it, so they are made only when needed.
    if (time < this.#nightEnds) this.#late ??= this.#lateCourses()
    if (time >= this.#stirs) this.#today ??= this.#source.tonight(this.day)
    const late = (this.#late ?? []).filter(({ endsAt }) => time < endsAt)
    return [...late, ...(this.#today ?? [])].flatMap((course) => {
      const at = this.#index.gameIndex.get(course.game.pk)
      return at === undefined ? [] : [{ course, phase: phaseOf(course, now), at }]
    })
  }

  #lateCourses(): Course[] {
    const midnight = this.#nightEnds - NIGHT_MS
    const before = dateOf(dayNumber(this.day) - 1)
    return this.#source.tonight(before).filter(({ movedBy, endsAt }) => !movedBy && endsAt > midnight)
  }

  #nextDay(now: Date): NextDay | null {
    if (now.getTime() < this.#opens) return null
    this.#next ??= nextDayOf(this.#morning, this.#source.open(dateOf(dayNumber(this.day) + 1)))
    return this.#next
  }
}
