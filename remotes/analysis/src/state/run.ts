import type { FetchLinesAnswer, GameLogRecord, Line } from '@propsight/shared/contracts'
import { type MlbCategory, statTypeOf } from '@propsight/shared/domain'
import { atom } from 'jotai'
import type { Step } from '../config/steps.ts'
import { categoryAtom, type OddsFilter } from './settings.ts'

/** What was asked for. The key makes asking twice the same run, so that a retry is never charged twice. */
export interface RunRequest {
  category: MlbCategory
  oddsType: OddsFilter
  key: string
}

export type PlayerRecord = Extract<GameLogRecord, { type: 'player' | 'pitcher' | 'missing' }>

/** What went wrong, in the words of the error catalogue (2 §8), and what it cost. */
export interface Failure {
  message: string
  code: string
  status: number
  requestId: string | null
  cost: string
}

export interface RunState {
  phase: 'idle' | 'loading' | 'complete' | 'empty' | 'failed'
  step: Step
  request: RunRequest | null
  lines: FetchLinesAnswer | null
  /** By `playerKey`. */
  records: ReadonlyMap<string, PlayerRecord>
  failure: Failure | null
}

export const IDLE: RunState = {
  phase: 'idle',
  step: 'start',
  request: null,
  lines: null,
  records: new Map(),
  failure: null,
}

/** The last run of each category: a board that was paid for stays while others are looked at. */
export const runsAtom = atom<ReadonlyMap<MlbCategory, RunState>>(new Map())

export const shownRunAtom = atom((get) => get(runsAtom).get(get(categoryAtom)) ?? IDLE)

/** One player in one stat group: what a game log is asked for and answered by. */
export const playerKey = (player: { group: string; team: string; name: string }): string =>
  `${player.group}|${player.team}|${player.name}`

/** The log that a line needs, or null for lines that no single log answers. */
export function logOf(line: Line): { name: string; team: string; group: 'hitting' | 'pitching' } | null {
  const group = statTypeOf(line.statType)?.group
  if (!group || line.combo) return null
  return { name: line.name, team: line.team, group }
}
