import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IDLE, type PlayerRecord, playerKey, type RunState } from '../../state/run.ts'
import { readBoardSummary, readLastBoard, storeLastBoard } from './last-board.ts'

const stored = new Map<string, Response>()
beforeEach(() => {
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (address: string, response: Response) => stored.set(address, response) }),
    match: async (address: string) => stored.get(address)?.clone(),
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

const missing: PlayerRecord = {
  type: 'missing',
  name: 'Rae Ott',
  team: 'BOS',
  group: 'hitting',
  reason: 'unknown player',
}
const LINES = { players: [], readAt: '2026-07-18T16:00:00.000Z', stale: false, skipped: 0 }
const board = (feature: 'quick' | 'ai' = 'quick'): RunState => ({
  ...IDLE,
  phase: 'complete',
  step: 'complete',
  request: {
    feature,
    category: 'Hits',
    oddsType: 'All',
    topPicks: 5,
    window: 10,
    key: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  },
  lines: LINES,
  records: new Map([[playerKey(missing), missing]]),
})

it('the last complete board is read as it was, with the time of its lines', async () => {
  await storeLastBoard('u1', board())
  expect(await readLastBoard('u1')).toEqual(board())
})

it('the summary of the last board has its settings, the time of its lines and their number', async () => {
  await storeLastBoard('u1', { ...board(), lines: { ...LINES, total: 212 } })
  expect(await readBoardSummary('u1')).toEqual({
    settings: { category: 'Hits', oddsType: 'All', topPicks: 5, window: 10 },
    readAt: LINES.readAt,
    lines: 212,
  })
  expect(await readBoardSummary('u2')).toBeNull()
  stored.set('/last-board', Response.json({ userId: 'u1', lines: 7 }))
  expect(await readBoardSummary('u1')).toBeNull()
})

it('no other user gets the board, and a board of another mode is not stored', async () => {
  await storeLastBoard('u1', board('ai'))
  expect(await readLastBoard('u1')).toBeNull()
  await storeLastBoard('u1', board())
  expect(await readLastBoard('u2')).toBeNull()
})

it('a stored value of another form, and a denied storage, mean that there is no board', async () => {
  stored.set('/last-board', Response.json({ userId: 'u1', lines: 7 }))
  expect(await readLastBoard('u1')).toBeNull()
  vi.stubGlobal('caches', undefined)
  await storeLastBoard('u1', board())
  expect(await readLastBoard('u1')).toBeNull()
})
