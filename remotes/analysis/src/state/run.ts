import type {
  AnalyzePerformanceResponse,
  ExtractStatsResponse,
  FetchLinesResponse,
  GameLogRecord,
  Line,
  StartRunBody,
  StatGroup,
} from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import { atom } from 'jotai'
import type { Step } from '../config/run-steps.ts'
import { type OddsFilter, ownBooksAtom, type Settings, settingsAtom } from './settings.ts'

export type ReadPicture = ExtractStatsResponse['data'] & {
  /** Number of rows that could not be parsed. */
  unread?: number
}

/**
 * Operations of image mode on runs: reading a picture and analyzing its rows. There is one picture at a time.
 */
export interface PictureRuns {
  /** Holds the credits and uploads the picture. Its rows charge the run. A repeated call reuses the hold. */
  read(picture: Blob, signal: AbortSignal): Promise<{ read: ReadPicture } | { failure: Failure }>
  /** Analyzes confirmed rows on the picture's run. A repeated call with corrected rows is free. */
  analyze(lines: Line[]): void
  /** Stores the current rows, so that a reload does not lose corrections. */
  storeDraft(draft: unknown): void
  /** Returns the value that `storeDraft` stored last in this tab; undefined if there is none. */
  storedDraft(): unknown
  /** Discards the picture. The next picture starts a new run. */
  forget(): void
}

export type RunFeature = StartRunBody['feature']
/** Category of a run: a market of the menu, or the category of image mode. */
export type RunCategory = string

/**
 * The request of a run. Requests with the same idempotency key share a run, so that a retry is never charged
 * twice.
 */
export interface RunRequest {
  feature: RunFeature
  category: RunCategory
  oddsType: OddsFilter
  /** In AI mode: the number of lines to recommend, and the number of games that its sentences cover. */
  topPicks: Settings['topPicks']
  window: Settings['window']
  /** In image mode: the rows that the user confirmed. */
  lines?: Line[] | undefined
  key: string
}

/** The recommendations of AI mode, in order, the lines that it passed over, and how many of both could not be read. */
export type Advice = AnalyzePerformanceResponse['data']['analysis'] & {
  unread?: number
  /** Keys of the books whose prices it compared; null for all. */
  books: readonly string[] | null
}

export type PlayerRecord = Extract<GameLogRecord, { type: 'player' | 'pitcher' | 'athlete' | 'missing' }> & {
  /** Time of its arrival, ms since the epoch; absent from a stored board. */
  readAt?: number
}

/** A failed run: the message of the error catalogue (N7), and the cost. */
export interface Failure {
  message: string
  code: string
  status: number
  requestId: string | null
  cost: string
}

/** Progress of loading the lines that the board left out. */
export type RemainingState =
  /** `read`: number of lines computed so far, including those already on the board. */
  { phase: 'loading'; read: number } | { phase: 'cancelled' } | { phase: 'failed'; failure: Failure }

export interface RunState {
  phase: 'idle' | 'loading' | 'complete' | 'empty' | 'failed'
  step: Step
  request: RunRequest | null
  /** The server's id of the run, once its credits are held. Further requests about the board carry it. */
  runId: string | null
  lines: FetchLinesResponse | null
  /** Null until further lines are requested, and again when all are loaded. */
  rest: RemainingState | null
  /** By `playerKey`. */
  records: ReadonlyMap<string, PlayerRecord>
  /** AI mode only: null in the other modes, and before the last step. */
  advice: Advice | null
  /** AI mode only: whether the roster transactions could be read; null before that step. */
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

/** Number of lines of the book for a board, including those that the board left out. */
export const totalLines = ({ lines }: Pick<RunState, 'lines'>): number =>
  Math.max(lines?.total ?? 0, lines?.players.length ?? 0)

/** Key of a board: mode and category. The board of image mode belongs to no market. */
export const runKey = (feature: RunFeature, category: string): string =>
  feature === 'image' ? feature : `${feature}|${category}`

/** The last run of each `runKey`: a paid board is kept while another one is shown. */
export const runsAtom = atom<ReadonlyMap<string, RunState>>(new Map())

const chosenRunAtom = atom((get) => {
  const { mode, category } = get(settingsAtom)
  return get(runsAtom).get(runKey(mode, category)) ?? IDLE
})

const listBooks = (books: readonly string[] | null) => books?.toSorted().join() ?? null

/**
 * Whether the advice of the run on screen compared the prices of other books than the user's present ones. Its
 * choice, order, reasons and edges then contradict the figures of the cards.
 */
export const isAdviceOutdatedAtom = atom((get) => {
  const { advice } = get(chosenRunAtom)
  return advice !== null && listBooks(advice.books) !== listBooks(get(ownBooksAtom))
})

/** The run on screen, without outdated advice: its board is then ordered like that of quick mode. */
export const shownRunAtom = atom((get) => {
  const run = get(chosenRunAtom)
  return get(isAdviceOutdatedAtom) ? { ...run, advice: null } : run
})

/** Key of a game log: one player in one stat group. */
export const playerKey = (player: { group: string; team: string; name: string }): string =>
  `${player.group}|${player.team}|${player.name}`

/** A line with the record of its player. */
export interface LineOfPlayer {
  readonly line: Line
  readonly record: Exclude<PlayerRecord, { type: 'missing' }>
}

/** The game that requests about a line name; undefined for the player's next game. */
export function requestedGame({ line, record }: LineOfPlayer): number | undefined {
  const { gamePk } = line
  const next = record.forecastGame?.gamePk ?? record.tonight?.gamePk ?? gamePk
  return next === gamePk && !record.otherGames ? undefined : (gamePk ?? undefined)
}

/** Query key of a player's detail data (starter, averages, factors), cached for the lifetime of a run. */
export const playerDetailKey = (runId: string | null, card: LineOfPlayer) =>
  ['analysis', 'player-detail', runId, playerKey(card.record), requestedGame(card)] as const

/** The game log that a line needs; null for lines that no single log can answer. */
export function requiredLog(line: Line): { name: string; team: string; group: StatGroup } | null {
  const group = findStatType(line.statType)?.group
  if (!group || line.combo) return null
  return { name: line.name, team: line.team, group }
}
