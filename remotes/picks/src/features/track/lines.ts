import type { TrackLeg } from '@propsight/shared/contracts'

/** Counts of the lines that the hit rates exclude, by reason. */
export interface Apart {
  pushes: number
  noGames: number
  open: number
  /** Settled, but without a forecast of the engine. */
  unpromised: number
}

/** A settled line with a forecast that hit or missed. */
export interface Decided {
  market: string
  /** Forecast probability in percent. */
  promised: number
  hit: boolean
}

const eventOf = (leg: TrackLeg): string =>
  [leg.person_id ?? leg.player_name, leg.game_pk ?? leg.league_day, leg.stat_type, leg.line, leg.side].join(
    '|',
  )

/**
 * Each line once, with its first forecast. A pick and the parlays that contain it are one event; counting it
 * several times would make the sample seem larger than it is.
 */
export function distinctLines(legs: readonly TrackLeg[]): TrackLeg[] {
  const first = new Map<string, TrackLeg>()
  for (const leg of legs) {
    const event = eventOf(leg)
    const known = first.get(event)
    if (!known || Date.parse(leg.promised_at) < Date.parse(known.promised_at)) first.set(event, leg)
  }
  return [...first.values()]
}

const ended = ({ status }: TrackLeg): boolean => status === 'winner' || status === 'loser'

/** The lines that hit or missed and have a forecast. */
export const decidedOf = (lines: readonly TrackLeg[]): Decided[] =>
  lines.flatMap((line) =>
    ended(line) && line.promised !== null
      ? [{ market: line.stat_type, promised: line.promised, hit: line.status === 'winner' }]
      : [],
  )

/** Counts the lines that the hit rates exclude, by reason. */
export function apartOf(lines: readonly TrackLeg[]): Apart {
  const count = (test: (line: TrackLeg) => boolean): number => lines.filter(test).length
  return {
    pushes: count(({ status }) => status === 'push'),
    noGames: count(({ status }) => status === 'no-game'),
    open: count(({ status }) => status === 'pending' || status === 'in-progress'),
    unpromised: count((line) => ended(line) && line.promised === null),
  }
}
