import type { AlertKind } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { AlertWatch } from '../../repositories/alerts.ts'
import type { OpenGame } from '../board/forecast/open-games.ts'

/** Least move of the watched side's chance that is worth an alert: 3 percentage points. */
const MIN_CHANCE_MOVE = 0.03
/** Tolerance for sums of binary fractions: 0.53 − 0.5 is less than 0.03. */
const EPSILON = 1e-9
/**
 * A price that moved is compared again after this time, so that books that follow each other cause one alert, and a
 * price that returns causes none.
 */
const QUIET_AFTER_MOVE_MS = 10 * 60_000
/**
 * The engine has changed its side when the other side wins this often, pushes aside. Forecasts near one half
 * would otherwise change sides with every new input.
 */
const MIN_NEW_SIDE_CHANCE = 0.52

const sideSchema = z.enum(['OVER', 'UNDER'])
type Side = z.infer<typeof sideSchema>

const starterSchema = z.object({ id: z.int(), name: z.string() })
export type NamedStarter = z.infer<typeof starterSchema>

/** What a user last learned about a watched prop: when it was saved, or by an alert. Null parts are not known yet. */
export const baselineSchema = z.object({
  /** When the prop was saved or starred, with the line and side of that time. */
  since: z.string(),
  line: z.number().nullable(),
  side: sideSchema.nullable(),
  /** The line that most books offer. */
  consensus: z.number().nullable(),
  /** Chance of the watched side at the watched line without the books' margin, 0 to 1. */
  chance: z.number().nullable(),
  /** League time of the last alert about line or price. */
  movedAt: z.string().nullable(),
  /** The pitcher that matters: the club's own for a pitcher's prop, the opponent's for a batter's. */
  starter: starterSchema.nullable(),
  /** Whether the batting order was posted without the player. */
  isLeftOut: z.boolean(),
  engineSide: sideSchema.nullable(),
})
export type Baseline = z.infer<typeof baselineSchema>

/** Current state of a watched prop. Null and undefined parts cannot be read and are not compared. */
export interface PropState {
  readonly personId: number
  readonly isPitcher: boolean
  readonly consensus: number | null
  readonly chance: number | null
  readonly starter: NamedStarter | null
  /** Undefined before the batting order is posted, for pitchers, and while no reports can be read. */
  readonly isLeftOut: boolean | undefined
  /** In other sports than baseball the report on the player; null for one who is not reported out. */
  readonly status?: string | null | undefined
  /** The engine's chance of the over at the watched line, pushes aside. */
  readonly engineOver: number | null
}

/** A watched prop whose game has not begun. */
export interface OpenWatch {
  readonly watch: AlertWatch
  readonly game: OpenGame
  /** Name and market as the product writes them, not as the row of the user does. */
  readonly player: string
  readonly stat: string
  readonly isPitcher: boolean
  /** See `PropState`. */
  readonly status?: string | null | undefined
}

/** A difference between baseline and current state that the user should learn about. */
export type PropEvent =
  | {
      readonly kind: Extract<AlertKind, 'line-moved'>
      readonly line: readonly [before: number, now: number]
      readonly chance: readonly [before: number | null, now: number | null]
    }
  | {
      readonly kind: Extract<AlertKind, 'not-in-lineup'>
      /** The report on the player in other sports than baseball; null for one who is no longer reported out. */
      readonly status?: string | null
    }
  | {
      readonly kind: Extract<AlertKind, 'starter-changed'>
      readonly before: NamedStarter | null
      /** Null if the announcement of the watched pitcher was withdrawn and no other one was announced. */
      readonly now: NamedStarter | null
    }
  | { readonly kind: Extract<AlertKind, 'side-changed'>; readonly before: Side; readonly now: Side }

export interface Comparison {
  readonly baseline: Baseline
  readonly events: readonly PropEvent[]
}

const sideOf = (over: number): Side => (over >= 0.5 ? 'OVER' : 'UNDER')

/** What the user knows when the prop is saved: the state at the first comparison. */
function firstBaseline(watched: Pick<Baseline, 'since' | 'line' | 'side'>, now: PropState): Baseline {
  return {
    ...watched,
    consensus: now.consensus,
    chance: now.chance,
    movedAt: null,
    starter: now.starter,
    isLeftOut: now.isLeftOut ?? false,
    engineSide: now.engineOver === null ? null : sideOf(now.engineOver),
  }
}

function compareLine(before: Baseline, now: PropState, at: Date): PropEvent | null {
  if (before.consensus === null || now.consensus === null) return null
  const isQuiet = before.movedAt !== null && at.getTime() - Date.parse(before.movedAt) < QUIET_AFTER_MOVE_MS
  if (isQuiet) return null
  const hasMoved =
    before.consensus !== now.consensus ||
    (before.chance !== null &&
      now.chance !== null &&
      Math.abs(now.chance - before.chance) >= MIN_CHANCE_MOVE - EPSILON)
  return hasMoved
    ? { kind: 'line-moved', line: [before.consensus, now.consensus], chance: [before.chance, now.chance] }
    : null
}

function compareStarter(before: Baseline, now: PropState): PropEvent | null {
  const isOther = now.starter !== null && now.starter.id !== before.starter?.id
  if (now.isPitcher) {
    const wasAnnounced = before.starter?.id === now.personId
    const isAnother = isOther && now.starter?.id !== now.personId
    return isAnother || (wasAnnounced && now.starter === null)
      ? { kind: 'starter-changed', before: before.starter, now: now.starter }
      : null
  }
  return isOther && before.starter !== null
    ? { kind: 'starter-changed', before: before.starter, now: now.starter }
    : null
}

function compareStatus({ isLeftOut }: Baseline, now: PropState): PropEvent | null {
  if (now.isLeftOut === undefined || now.isLeftOut === isLeftOut) return null
  if (now.status !== undefined) return { kind: 'not-in-lineup', status: now.status }
  return now.isLeftOut ? { kind: 'not-in-lineup' } : null
}

function compareSide(before: Baseline, now: PropState): PropEvent | null {
  if (before.engineSide === null || now.engineOver === null) return null
  const side = sideOf(now.engineOver)
  const chance = side === 'OVER' ? now.engineOver : 1 - now.engineOver
  return side !== before.engineSide && chance >= MIN_NEW_SIDE_CHANCE
    ? { kind: 'side-changed', before: before.engineSide, now: side }
    : null
}

/**
 * Compares the current state of a watched prop with its baseline.
 * @param watched when it was saved, with its line and side; a prop that was saved anew gets a new baseline
 * @param before null at the first comparison
 * @param at league time
 * @returns the events, and the baseline for the next comparison. The same state twice has no event the second time.
 */
export function compareProp(
  watched: Pick<Baseline, 'since' | 'line' | 'side'>,
  before: Baseline | null,
  now: PropState,
  at: Date,
): Comparison {
  const isSame =
    before?.since === watched.since && before.line === watched.line && before.side === watched.side
  if (!before || !isSame) return { baseline: firstBaseline(watched, now), events: [] }
  const moved = compareLine(before, now, at)
  const starter = compareStarter(before, now)
  const left = compareStatus(before, now)
  const side = compareSide(before, now)
  // The first prices of a prop, or those after a move, are what the user knows from now on.
  const isKnownAnew = moved !== null || (before.consensus === null && now.consensus !== null)
  const baseline: Baseline = {
    ...before,
    consensus: isKnownAnew ? now.consensus : before.consensus,
    // A book without this line leaves the last known chance, unless the consensus line is another one.
    chance: isKnownAnew ? now.chance : (before.chance ?? now.chance),
    movedAt: moved ? at.toISOString() : before.movedAt,
    starter: starter ? now.starter : (before.starter ?? now.starter),
    isLeftOut: now.isLeftOut ?? before.isLeftOut,
    engineSide:
      side?.kind === 'side-changed'
        ? side.now
        : (before.engineSide ?? (now.engineOver === null ? null : sideOf(now.engineOver))),
  }
  return { baseline, events: [moved, left, starter, side].filter((event) => event !== null) }
}
