import { defineAnswers, ndjson, refuse } from '@propsight/harness'
import {
  type FetchLinesResponse,
  fetchLinesQuery,
  type GameLogRecord,
  gameLogsBody,
  playerDetailBody,
  type StartRunResponse,
  startRunBody,
  whatIfBody,
} from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import { modeAnswers } from './mode-answers.ts'
import { playerDetailOf, whatIfOf } from './player-detail.ts'
import { gameLogAnswer, linesOf } from './players.ts'

const HALF_HOUR_MS = 1_800_000
const runs = new Map<string, StartRunResponse>()

/** A section of another remote. */
function section(title: string, text: string): HTMLElement {
  const element = document.createElement('section')
  element.append(Object.assign(document.createElement('h2'), { textContent: title }), text)
  return element
}

export default defineAnswers({
  extensions: {
    'picks/track-record': () => section('How good are these numbers?', 'Engine 2026-11-22'),
    'dashboard/today': () => section('Saved views', 'Value tonight'),
  },
  api: {
    'POST /api/sync-picks': () => ({ success: true, added: [], gone: [] }),
    'POST /api/runs': ({ body, spend }): StartRunResponse => {
      const { idempotencyKey, category } = startRunBody.parse(body)
      const run = runs.get(idempotencyKey) ?? {
        runId: crypto.randomUUID(),
        expiresAt: new Date(Date.now() + HALF_HOUR_MS).toISOString(),
      }
      if (!runs.has(idempotencyKey)) spend(analysisCost(category))
      runs.set(idempotencyKey, run)
      return run
    },
    'GET /api/fetch-lines': ({ query }): FetchLinesResponse => {
      const { category, oddsType } = fetchLinesQuery.parse(query)
      const players = linesOf(category).filter((line) => oddsType === 'All' || line.oddsType === oddsType)
      return { players, readAt: new Date().toISOString(), stale: false, skipped: 0 }
    },
    ...modeAnswers,
    'POST /api/player-detail': ({ body }) =>
      playerDetailOf(playerDetailBody.parse(body).player) ??
      refuse(404, 'NOT_FOUND', 'The league lists no player of this name.'),
    'POST /api/what-if': ({ body }) =>
      whatIfOf(whatIfBody.parse(body)) ??
      refuse(404, 'NOT_FOUND', 'The league lists no player of this name.'),
    'POST /api/game-logs': ({ body }) => {
      const { players } = gameLogsBody.parse(body)
      const records = players.map(gameLogAnswer)
      const missing = records.filter(({ type }) => type === 'missing').length
      const stream: GameLogRecord[] = [
        { type: 'start', total: players.length, season: new Date().getFullYear() },
        ...records,
        {
          type: 'end',
          players: players.length - missing,
          missing,
          readAt: new Date().toISOString(),
          stale: false,
        },
      ]
      return ndjson(stream)
    },
  },
})
