import { shrink } from '../../engine/probability.ts'
import {
  type BoxCounts,
  type BoxGame,
  type BoxLine,
  COMPONENTS,
  type Component,
  isShot,
  type NbaConstants,
  type PerComponent,
  perComponent,
  type Shot,
} from './markets.ts'

const ATTEMPTED = {
  twos: 'twosAttempted',
  threes: 'threesAttempted',
  freeThrows: 'freeThrowsAttempted',
} as const
const MADE = { twos: 'twosMade', threes: 'threesMade', freeThrows: 'freeThrowsMade' } as const

/** The event that is counted per minute: attempts of shots, else the component itself; null where unknown. */
export const eventCount = (counts: BoxCounts, component: Component): number | null =>
  isShot(component) ? counts[ATTEMPTED[component]] : counts[component]

/** The first letter of the position, which decides the usual rates; empty where it is unknown. */
export const positionGroup = (position: string): string => position.slice(0, 1)

/** Evidence of one rate: events and minutes, those of earlier games counting less. */
interface Exposure {
  events: number
  minutes: number
  made: number
  attempts: number
  /** Events and minutes of the last games, which count much less after ten more. */
  recentEvents: number
  recentMinutes: number
  /** Events and minutes of the career, which hardly count less after a season. */
  careerEvents: number
  careerMinutes: number
}

/** What the vacated minutes and counts of a club's absent players were in one game, or usually are. */
export interface Vacated {
  readonly minutes: number
  readonly samePosition: number
  readonly counts: PerComponent<number>
}

export const NOTHING_VACATED: Vacated = { minutes: 0, samePosition: 0, counts: perComponent(() => 0) }

const mix = (old: number, now: number, keep: number): number => keep * old + (1 - keep) * now

/** Weights of the averages of minutes before the last game. */
const KEEP = { fast: 0.7, slow: 0.92 } as const
/** Games of the last season that the season's mean of minutes begins with. */
const CARRIED_GAMES = 3
/** Usual minutes of a player without a game, and of the absolute change between games. */
const NEW_PLAYER = { minutes: 12, change: 6 } as const
/** Minutes below which the usual rates do not change, and those of an average player. */
const LEAST_MINUTES = 4
const AVERAGE_MINUTES = 24

/** What earlier games tell of a player. */
export class PlayerRecord {
  position = ''
  club = ''
  season = 0
  lastDate = ''
  /** Games of the season, and of all seasons. */
  games = 0
  career = 0
  /** Games of the club since the player's last one. */
  missed = 0
  fast: number = NEW_PLAYER.minutes
  slow: number = NEW_PLAYER.minutes
  last: number = NEW_PLAYER.minutes
  /** Average distance of minutes from the slow average. */
  change: number = NEW_PLAYER.change
  vacated: Vacated = NOTHING_VACATED
  #sum = 0
  /** Games of the regular season in the sum. */
  #regular = 0
  #carried: number = NEW_PLAYER.minutes
  readonly #exposure: Record<Component, Exposure>

  constructor() {
    this.#exposure = perComponent(() => ({
      events: 0,
      minutes: 0,
      made: 0,
      attempts: 0,
      recentEvents: 0,
      recentMinutes: 0,
      careerEvents: 0,
      careerMinutes: 0,
    }))
  }

  /** Mean minutes of the season, beginning with those of the last one. */
  get seasonMinutes(): number {
    return (this.#sum + CARRIED_GAMES * this.#carried) / (this.#regular + CARRIED_GAMES)
  }

  /** Begins a season: earlier evidence counts less. */
  beginSeason(season: number, { rates }: Pick<NbaConstants, 'rates'>): void {
    // Rested regulars of April and the short rotations of the playoffs say little of October.
    this.#carried = this.seasonMinutes
    this.slow = this.#carried
    this.fast = this.#carried
    this.last = this.#carried
    this.season = season
    this.games = 0
    this.#regular = 0
    this.#sum = 0
    this.missed = 0
    this.vacated = NOTHING_VACATED
    for (const component of COMPONENTS) {
      const exposure = this.#exposure[component]
      const { season: keep } = rates[component]
      exposure.events *= keep
      exposure.minutes *= keep
      exposure.made *= keep
      exposure.attempts *= keep
    }
  }

  /** Adds a game. */
  add(
    line: BoxLine,
    { date, playoffs }: Pick<BoxGame, 'date' | 'playoffs'>,
    vacated: Vacated,
    { rates }: Pick<NbaConstants, 'rates'>,
  ): void {
    const { minutes, counts } = line
    if (line.club !== this.club) this.vacated = vacated
    this.position = line.position || this.position
    this.club = line.club
    this.lastDate = date
    const begun = this.games + CARRIED_GAMES
    const keepSlow = this.career === 0 ? 0.5 : Math.min(KEEP.slow, begun / (begun + 1))
    this.change = mix(this.change, Math.abs(minutes - this.slow), KEEP.slow)
    this.slow = mix(this.slow, minutes, keepSlow)
    this.fast = mix(this.fast, minutes, KEEP.fast)
    this.last = minutes
    this.missed = 0
    this.games += 1
    this.career += 1
    if (!playoffs) {
      this.#sum += minutes
      this.#regular += 1
    }
    this.vacated = mixVacated(this.vacated, vacated, KEEP.slow)
    for (const component of COMPONENTS) this.#addEvents(component, counts, minutes, rates[component].decay)
  }

  #addEvents(component: Component, counts: BoxCounts, minutes: number, decay: number): void {
    const events = eventCount(counts, component)
    if (events === null) return
    const exposure = this.#exposure[component]
    exposure.events = decay * exposure.events + events
    exposure.minutes = decay * exposure.minutes + minutes
    exposure.recentEvents = RECENT.decay * exposure.recentEvents + events
    exposure.recentMinutes = RECENT.decay * exposure.recentMinutes + minutes
    exposure.careerEvents = CAREER.decay * exposure.careerEvents + events
    exposure.careerMinutes = CAREER.decay * exposure.careerMinutes + minutes
    if (!isShot(component)) return
    const made = counts[MADE[component]]
    exposure.made = exposure.made * SHOT_DECAY + (made ?? 0)
    exposure.attempts = exposure.attempts * SHOT_DECAY + (made === null ? 0 : events)
  }

  /** Events per minute and their minutes, for fits. */
  exposure(component: Component): Readonly<Exposure> {
    return this.#exposure[component]
  }

  /** Log of the average minutes relative to those of an average player. */
  get logMinutes(): number {
    return Math.log(Math.max(LEAST_MINUTES, this.slow) / AVERAGE_MINUTES)
  }

  /** Usual events per minute of a player with this position and these minutes. */
  usualRate(component: Component, { rates }: Pick<NbaConstants, 'rates'>): number {
    const { prior, position, minutes } = rates[component]
    return Math.exp(prior + (position[positionGroup(this.position)] ?? 0) + minutes * this.logMinutes)
  }

  /** Events per minute, without the share made of shots. */
  eventRate(component: Component, constants: Pick<NbaConstants, 'rates'>): number {
    const { events, minutes } = this.#exposure[component]
    return shrink(events, minutes, this.usualRate(component, constants), constants.rates[component].strength)
  }

  /** Log of the rate in the last games relative to that of all games. */
  recentRate(component: Component, constants: Pick<NbaConstants, 'rates'>): number {
    const { recentEvents, recentMinutes } = this.#exposure[component]
    const usual = this.eventRate(component, constants)
    return Math.log(shrink(recentEvents, recentMinutes, usual, RECENT.minutes) / usual)
  }

  /** Log of the rate of the career relative to that of the last months. */
  careerRate(component: Component, constants: Pick<NbaConstants, 'rates'>): number {
    const { careerEvents, careerMinutes } = this.#exposure[component]
    const usual = this.eventRate(component, constants)
    return Math.log(shrink(careerEvents, careerMinutes, usual, CAREER.minutes) / usual)
  }

  /** Share made of the attempts, shrunk toward that of the position. */
  accuracy(shot: Shot, { accuracy }: Pick<NbaConstants, 'accuracy'>): number {
    const { made, attempts } = this.#exposure[shot]
    const { usual, strength } = accuracy[shot]
    return shrink(made, attempts, usual[positionGroup(this.position)] ?? usual[''] ?? 0, strength)
  }

  /** Expected count per minute against an average opponent. */
  rate(component: Component, constants: NbaConstants): number {
    const rate = this.eventRate(component, constants)
    return isShot(component) ? rate * this.accuracy(component, constants) : rate
  }
}

/** Weight of a recent game relative to the next one, and minutes at the usual rate that are mixed in. */
const RECENT = { decay: 0.85, minutes: 100 } as const

/** Weight of a game in the career's rate relative to the next one, and minutes at the usual rate that are mixed in. */
const CAREER = { decay: 0.99, minutes: 400 } as const

/** Shots made are nearly as telling after a hundred games as after one. */
const SHOT_DECAY = 0.995

function mixVacated(old: Vacated, now: Vacated, keep: number): Vacated {
  return {
    minutes: mix(old.minutes, now.minutes, keep),
    samePosition: mix(old.samePosition, now.samePosition, keep),
    counts: perComponent((component) => mix(old.counts[component], now.counts[component], keep)),
  }
}
