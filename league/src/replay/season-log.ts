import type { BatSide, Hand, PositionCode } from '../world/entities.ts'
import type { BattingField, PitchingField } from '../world/stat-fields.ts'

/**
 * A folder, file or day that cannot be replayed. The message names file, line and column if the error has
 * them.
 */
export class ReplayError extends Error {}

/**
 * A season as read from files, independent of their format. Clubs are codes; people are ids of the source.
 */
export interface SeasonLog {
  readonly games: readonly GameRecord[]
  /** The last day with games in the files, also if it is after the requested day; empty without games. */
  readonly lastDay: string
  readonly batting: readonly BattingRecord[]
  readonly pitching: readonly PitchingRecord[]
  readonly people: ReadonlyMap<string, PersonRecord>
  /** One message per game that counts as suspended although the source does not state it. */
  readonly suspended: readonly string[]
  /** One message per column of counts that is missing, or blank in all or some lines. */
  readonly blanks: readonly string[]
  /** Names of the files that were read. */
  readonly files: { readonly batting: string; readonly pitching: string; readonly games: string }
}

/** Park of a game whose cell is empty in a source that states parks. It is none of the known parks. */
export const UNKNOWN_PARK = 'unknown'

export interface PersonRecord {
  readonly name: string
  readonly bats?: BatSide
  readonly throws?: Hand
  readonly mlbamId?: number
  readonly position?: PositionCode
}

/** The completion of a suspended game, with the state at its interruption where known. */
export interface Completion {
  readonly date: string
  readonly score?: { readonly away: number; readonly home: number }
  /** Outs of both clubs. */
  readonly outs?: number
}

export interface GameRecord {
  readonly id: string
  readonly date: string
  readonly home: string
  readonly away: string
  /** 0 for a single game, 1 and 2 in a doubleheader. */
  readonly number: number
  /** Local start, '19:10'; empty if the source lacks it. */
  readonly startTime: string
  readonly homeStarter: string
  readonly awayStarter: string
  /** Throwing hands of the starters, if the source has them. */
  readonly homeThrows?: Hand
  readonly awayThrows?: Hand
  /** The source's code of the park, `UNKNOWN_PARK` for an empty cell; empty if the source states no parks. */
  readonly park: string
  /** When a suspended game was completed, if the source states it. */
  readonly completion?: Completion
  /** Present if the game was suspended and not completed before the requested day. */
  readonly suspended?: Omit<Completion, 'date'> & { readonly completedOn: string | null }
  /** Runs of both clubs, if the source has them; absent for the day and later. */
  readonly score?: { readonly home: number; readonly away: number }
  /** Line number in the file. */
  readonly line: number
  readonly winner?: string
  readonly loser?: string
  readonly save?: string
}

export interface LineRecord {
  readonly gameId: string
  readonly date: string
  readonly personId: string
  readonly home: boolean
  readonly order: number
  /** Line number in the file. */
  readonly line: number
}

/**
 * The counts of a line. A field that the line lacks is absent or undefined; it is unknown, not 0.
 */
type Counts<Field extends string> = Readonly<Partial<Record<Field, number | undefined>>>

export interface BattingRecord extends LineRecord {
  /** Batting side of that day, if the source has it. */
  readonly side?: BatSide
  /** Number of the substitution in the place of the order, if the source has it. */
  readonly turn?: number
  readonly counts: Counts<BattingField>
}

export interface PitchingRecord extends LineRecord {
  readonly throws?: Hand
  readonly started: boolean
  readonly counts: Counts<PitchingField>
}

/** Key of one club's game. */
export const clubGameKey = (gameId: string, home: boolean): string => `${gameId}|${home}`

/**
 * Runs of each club in each game of a log, by `clubGameKey`: the sum of its batters' runs, else the runs that
 * the other club's pitchers allowed, else the score of the game. A sum with an unknown part is unknown, and
 * games without any of the three are left out.
 */
export function clubRuns({ batting, pitching, games }: SeasonLog): Map<string, number> {
  const runs = new Map<string, number>()
  for (const { id, score } of games) {
    if (!score) continue
    runs.set(clubGameKey(id, true), score.home)
    runs.set(clubGameKey(id, false), score.away)
  }
  const sumBy = (
    lines: readonly { gameId: string; home: boolean; counts: { runs?: number | undefined } }[],
    clubIsHome: (home: boolean) => boolean,
  ) => {
    const byClub = Map.groupBy(lines, ({ gameId, home }) => clubGameKey(gameId, clubIsHome(home)))
    for (const [key, members] of byClub) {
      // Not a number as soon as one line lacks its runs.
      const sum = members.reduce((all, { counts }) => all + (counts.runs ?? Number.NaN), 0)
      if (!Number.isNaN(sum)) runs.set(key, sum)
    }
  }
  sumBy(pitching, (home) => !home)
  sumBy(batting, (home) => home)
  return runs
}
