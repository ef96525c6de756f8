import type { BatSide, Hand, PositionCode } from '../world/person.ts'
import type { BattingField, PitchingField } from '../world/stat-fields.ts'

/** A season as read from files, whatever their format. Clubs are codes, people the source's own ids. */
export interface SeasonLog {
  readonly games: readonly GameRecord[]
  /** The last day that the files have games of, wanted or not; empty without games. */
  readonly lastDay: string
  readonly batting: readonly BattingRecord[]
  readonly pitching: readonly PitchingRecord[]
  readonly people: ReadonlyMap<string, PersonRecord>
  /** Names of the files that the lines stand in. */
  readonly files: { readonly batting: string; readonly pitching: string; readonly games: string }
}

export interface PersonRecord {
  readonly name: string
  readonly bats?: BatSide
  readonly throws?: Hand
  readonly mlbamId?: number
  readonly position?: PositionCode
}

export interface GameRecord {
  readonly id: string
  readonly date: string
  readonly home: string
  readonly away: string
  /** 0 for a single game, 1 and 2 in a doubleheader. */
  readonly number: number
  /** Local start, '19:10'; empty where the source does not know it. */
  readonly startTime: string
  readonly homeStarter: string
  readonly awayStarter: string
  /** Hands of the starters, where the schedule itself tells them. */
  readonly homeThrows?: Hand
  readonly awayThrows?: Hand
  /** The source's code of the park; empty where it does not know it. */
  readonly park: string
  /** Line of the file. */
  readonly line: number
  readonly winner?: string
  readonly loser?: string
  readonly save?: string
}

interface LineRecord {
  readonly gameId: string
  readonly date: string
  readonly personId: string
  readonly home: boolean
  readonly order: number
  /** Line of the file. */
  readonly line: number
}

export interface BattingRecord extends LineRecord {
  /** Side that he batted from that day, where the source's lines tell it. */
  readonly side?: BatSide
  /** His turn in the place of the order, where the source numbers it; else the order of the lines tells. */
  readonly turn?: number
  readonly counts: Readonly<Partial<Record<BattingField, number>>>
}

export interface PitchingRecord extends LineRecord {
  readonly throws?: Hand
  readonly started: boolean
  readonly counts: Readonly<Partial<Record<PitchingField, number>>>
}
