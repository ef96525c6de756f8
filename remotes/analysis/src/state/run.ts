import type {
  AnalyzePerformanceAnswer,
  FetchLinesAnswer,
  GameLogRecord,
  IMAGE_CATEGORY,
  Line,
  StartRunBody,
} from '@propsight/shared/contracts'
import { type MlbCategory, statTypeOf } from '@propsight/shared/domain'
import { atom } from 'jotai'
import type { Step } from '../config/steps.ts'
import { type OddsFilter, type Settings, settingsAtom } from './settings.ts'

export type RunFeature = StartRunBody['feature']
/** Of a run: an entry of the menu, or the one of the user's own picture. */
export type RunCategory = MlbCategory | typeof IMAGE_CATEGORY

/** What was asked for. The key makes asking twice the same run, so that a retry is never charged twice. */
export interface RunRequest {
  feature: RunFeature
  category: RunCategory
  oddsType: OddsFilter
  /** In AI mode, how many lines are to be recommended and the games that its sentences look back on. */
  topPicks: Settings['topPicks']
  window: Settings['window']
  /** Of a picture: the rows as its user confirmed them. */
  lines?: Line[] | undefined
  key: string
}

/** What AI mode recommends, in its order, and what it passed over. */
export type Advice = AnalyzePerformanceAnswer['data']['analysis']

export type PlayerRecord = Extract<GameLogRecord, { type: 'player' | 'pitcher' | 'missing' }>

/** What went wrong, in the words of the error catalogue (2 §8), and what it cost. */
export interface Failure {
  message: string
  code: string
  status: number
  requestId: string | null
  cost: string
}

/** How far the lines are that a board left out, once they were asked for. */
export type RestState =
  /** `read`: lines that are worked out, those of the board among them. */
  { phase: 'loading'; read: number } | { phase: 'cancelled' } | { phase: 'failed'; failure: Failure }

export interface RunState {
  phase: 'idle' | 'loading' | 'complete' | 'empty' | 'failed'
  step: Step
  request: RunRequest | null
  /** The server's id of the run, once its credits are held: what further questions about its board are asked under. */
  runId: string | null
  lines: FetchLinesAnswer | null
  /** Null where nobody asked for more lines than the first, and when all are there. */
  rest: RestState | null
  /** By `playerKey`. */
  records: ReadonlyMap<string, PlayerRecord>
  /** Of AI mode; null in the others and before its last step. */
  advice: Advice | null
  /** In AI mode, whether the league's moves could be read; null before that. */
  newsRead: boolean | null
  failure: Failure | null
}

export const IDLE: RunState = {
  phase: 'idle',
  step: 'start',
  request: null,
  runId: null,
  lines: null,
  rest: null,
  records: new Map(),
  advice: null,
  newsRead: null,
  failure: null,
}

/** How many lines the book has for a board, those that it left out among them. */
export const totalLines = ({ lines }: Pick<RunState, 'lines'>): number =>
  Math.max(lines?.total ?? 0, lines?.players.length ?? 0)

/** A board belongs to how it was made and what it is about: a picture's to no entry of the menu. */
export const runKey = (feature: RunFeature, category: string): string =>
  feature === 'image' ? feature : `${feature}|${category}`

/** The last run by `runKey`: a board that was paid for stays while others are looked at. */
export const runsAtom = atom<ReadonlyMap<string, RunState>>(new Map())

export const shownRunAtom = atom((get) => {
  const { mode, category } = get(settingsAtom)
  return get(runsAtom).get(runKey(mode, category)) ?? IDLE
})

/** One player in one stat group: what a game log is asked for and answered by. */
export const playerKey = (player: { group: string; team: string; name: string }): string =>
  `${player.group}|${player.team}|${player.name}`

/** Key of the query that holds what the server tells of a player beside the games, for the life of a run. */
export const playerDetailKey = (runId: string | null, player: Parameters<typeof playerKey>[0]) =>
  ['analysis', 'player-detail', runId, playerKey(player)] as const

/** The log that a line needs, or null for lines that no single log answers. */
export function logOf(line: Line): { name: string; team: string; group: 'hitting' | 'pitching' } | null {
  const group = statTypeOf(line.statType)?.group
  if (!group || line.combo) return null
  return { name: line.name, team: line.team, group }
}
