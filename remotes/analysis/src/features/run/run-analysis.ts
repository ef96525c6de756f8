import type { ApiClient, FetchLinesResponse, StartRunResponse } from '@propsight/shared/contracts'
import type { PlayerRecord, RunRequest } from '../../state/run.ts'
import type { BoardTask, Ended, RunEvents } from './run-events.ts'
import { collectPlayers, fetchLines, readLogs, startRun } from './run-requests.ts'

/**
 * Initial slice: maximum time without yielding to rendering, and maximum wait of an item. Two frames at 60
 * Hz.
 */
const SLICE_MS = 32
/** Maximum length of a slice. A click on Cancel is handled within this time. */
const MAX_SLICE_MS = 1_000

const yieldToBrowser = () => new Promise<void>((resume) => setTimeout(resume))

interface SliceBuffer<Item> {
  /** Adds an item. Resolves at once, or after a yield to rendering if the current slice is over. */
  add(item: Item): Promise<void>
  /** Delivers the remaining items. */
  end(): void
}

/**
 * Delivers the items of a stream in batches, one per time slice. Every delivery renders the screen, and a
 * response that arrives in one chunk would otherwise block rendering until its last item. The first item is
 * delivered at once.
 */
export function flushInSlices<Item>(deliver: (items: readonly Item[]) => void): SliceBuffer<Item> {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sliceStart = Number.NEGATIVE_INFINITY
  let sliceMs = SLICE_MS
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    deliver(items)
  }
  return {
    end,
    async add(item) {
      waiting.push(item)
      const now = performance.now()
      if (now - sliceStart < sliceMs) {
        timer ??= setTimeout(end, SLICE_MS)
        return
      }
      end()
      await yieldToBrowser()
      sliceStart = performance.now()
      // Slices grow with the render time, so that rendering takes at most about half of the total time.
      sliceMs = Math.min(MAX_SLICE_MS, Math.max(2 * sliceMs, sliceStart - now))
    },
  }
}

/**
 * Loads a chunk of this remote on demand.
 * @throws Error with a message for the user if the chunk cannot be loaded
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new Error('A part of this page did not load. Check your connection and try again.', { cause })
  }
}

/** Starts a generator at once, which would otherwise begin when its first value is read. */
function startNow<T>(values: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const first = values.next()
  async function* resume() {
    const { value, done } = await first
    if (done) return
    yield value
    yield* values
  }
  return resume()
}

/** Quick mode and image mode: streams the game logs. The hit rates are computed in the browser. */
async function readBoard(
  logs: AsyncIterable<PlayerRecord>,
  { players }: BoardTask,
  events: RunEvents,
): Promise<void> {
  events.step('logs')
  const buffer = flushInSlices(events.records)
  let arrived = 0
  try {
    for await (const record of logs) {
      arrived += 1
      if (arrived === 1) events.step('rates')
      if (arrived === Math.ceil(players.length / 2)) events.step('half')
      if (arrived === players.length) events.step('ranking')
      await buffer.add(record)
    }
  } finally {
    // Delivers the records that arrived before a failure.
    buffer.end()
  }
}

/** The confirmed lines of a picture in the form of a lines response. */
const toLinesResponse = (players: FetchLinesResponse['players']): FetchLinesResponse => ({
  players,
  readAt: new Date().toISOString(),
  stale: false,
  skipped: 0,
})

/**
 * Runs one analysis: holds the credits, fetches the lines, reads the game logs, and in AI mode requests the
 * advice. The server charges just before it sends the lines; a failure before that costs nothing. The rows of a
 * picture are paid already.
 * @param existingRun a run that is already held or paid; reusing it is free
 */
export async function runAnalysis(
  api: ApiClient,
  request: RunRequest,
  existingRun: StartRunResponse | null,
  events: RunEvents,
  signal: AbortSignal,
): Promise<Ended> {
  events.step('start')
  const run = existingRun ?? (await startRun(api, request, signal))
  if (!existingRun) events.held(run)
  const { runId } = run
  if (!request.lines) events.step('lines')
  const lines = request.lines ? toLinesResponse(request.lines) : await fetchLines(api, request, runId, signal)
  const players = collectPlayers(lines, request.feature)
  const needsLogs = players.length > 0 && request.feature !== 'ai'
  // Requested before the lines are shown, since rendering them takes longer than the request.
  const logs = needsLogs ? startNow(readLogs(api, runId, players, signal)) : null
  events.lines(lines)
  if (lines.players.length === 0) return 'empty'
  if (players.length === 0) return 'unread'
  const task: BoardTask = { api, request, runId, lines, players, signal }
  if (logs) await readBoard(logs, task, events)
  else {
    const { readAdvice } = await loadPart(() => import(/* webpackChunkName: "advice" */ './read-advice.ts'))
    await readAdvice(task, events)
  }
  return 'complete'
}
