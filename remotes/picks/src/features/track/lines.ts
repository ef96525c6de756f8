import type { TrackLeg } from '@propsight/shared/contracts'

/** Words under which lines that neither hit nor missed are counted apart. */
export interface Apart {
  pushes: number
  noGames: number
  open: number
  /** Settled, but the engine had promised nothing. */
  unpromised: number
}

/** A settled line with a promise: it hit or it missed. */
export interface Decided {
  market: string
  /** Percent. */
  promised: number
  hit: boolean
}

const eventOf = (leg: TrackLeg): string =>
  [leg.person_id ?? leg.player_name, leg.game_pk ?? leg.league_day, leg.stat_type, leg.line, leg.side].join(
    '|',
  )

/**
 * Each line once, as it was promised first: a pick and the parlays that it stands in are one event, and counting it
 * again would make a small sample look like a large one.
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

/** Lines that hit or missed and had a promise. */
export const decidedOf = (lines: readonly TrackLeg[]): Decided[] =>
  lines.flatMap((line) =>
    ended(line) && line.promised !== null
      ? [{ market: line.stat_type, promised: line.promised, hit: line.status === 'winner' }]
      : [],
  )

/** What the rates leave out, by why. */
export function apartOf(lines: readonly TrackLeg[]): Apart {
  const count = (test: (line: TrackLeg) => boolean): number => lines.filter(test).length
  return {
    pushes: count(({ status }) => status === 'push'),
    noGames: count(({ status }) => status === 'no-game'),
    open: count(({ status }) => status === 'pending' || status === 'in-progress'),
    unpromised: count((line) => ended(line) && line.promised === null),
  }
}
