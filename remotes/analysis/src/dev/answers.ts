import { defineAnswers, ndjson, refuse } from '@propsight/harness'
import {
  type AnalyzePerformanceResponse,
  analyzePerformanceBody,
  type ExtractedRow,
  type ExtractStatsResponse,
  type FetchLinesResponse,
  fetchLinesQuery,
  type GameLogRecord,
  gameLogsBody,
  type HistoricalResponse,
  historicalBody,
  IMAGE_ERRORS,
  type Line,
  type NewsSentimentResponse,
  newsSentimentBody,
  playerDetailBody,
  type Recommendation,
  type StartRunResponse,
  startRunBody,
  whatIfBody,
} from '@propsight/shared/contracts'
import { analysisCost, findStatType, lineForecast } from '@propsight/shared/domain'
import { playerDetailOf, whatIfOf } from './player-detail.ts'
import { forecastsOf, gameLogAnswer, linesOf } from './players.ts'

const now = () => new Date().toISOString()
const unseen = { reason: 'Not seen in the picture' }
const misread = (name: string): string => name.replace(/e/, 'c')
const percent = (share: number): number => Math.round(share * 100)

/** A recommendation of the line as AI mode returns it; null without a forecast or a call. */
function recommendationFor(line: Line): Recommendation | null {
  const stat = findStatType(line.statType)
  if (!stat) return null
  const { forecasts } = forecastsOf(line.name, stat.group)
  const statForecast = forecasts.find((each) => each.stat === stat.name)
  const forecast = statForecast && lineForecast(statForecast, line)
  const log = gameLogAnswer({ ...line, group: stat.group })
  if (!statForecast || !forecast?.call || !('forecasts' in log)) return null
  const { call, chance, low, high, fairLine } = forecast
  return {
    id: line.id,
    player: {
      name: line.name,
      team: line.team,
      position: line.position,
      personId: 600_000 + line.name.length,
    },
    bettingLine: line.line,
    recommendation: call,
    confidence: percent(chance),
    low: percent(low),
    high: percent(high),
    push: percent(forecast.push),
    fairLine,
    projected: statForecast.mean,
    reasoning: `${line.name} is at ${percent(chance)}% here. The fair line would be ${fairLine.toFixed(1)}.`,
    opposingPitcher: null,
    weather: null,
    news: null,
  }
}

function analysisOf(lines: Line[], count: number): AnalyzePerformanceResponse {
  const all = lines.flatMap((line) => recommendationFor(line) ?? [])
  const best = all.toSorted((a, b) => b.confidence - a.confidence).slice(0, count)
  const passedOver = lines
    .filter(({ id }) => !best.some((each) => each.id === id))
    .map(({ id }) => ({ id, reason: 'Others are more likely.' }))
  const wording = { by: 'model' as const, model: 'sample-model', dropped: 1 }
  return {
    success: true,
    data: { analysis: { recommendations: best, passedOver, engine: 'sample', wording } },
  }
}

/**
 * Extracted rows at typical positions of a picture. The name of the second and the side of the third are doubtful,
 * the name of the last was misread.
 */
const rows = (): ExtractedRow[] =>
  linesOf('Total Bases')
    .slice(0, 4)
    .map((line, index) => ({
      name: line.name,
      ...(index === 1 && { similarNames: ['Dax Holloway', 'Max Holloway'] }),
      ...(index === 3 && { readName: misread(line.name) }),
      team: line.team,
      position: line.position,
      stats: index === 2 ? '' : line.stats,
      line: line.line,
      statType: line.statType,
      opponent: line.opponent,
      homeAway: line.homeAway,
      gameTime: 'Fri 7:10 PM',
      oddsType: 'standard',
      box: { x: 0.06, y: 0.12 + index * 0.2, width: 0.88, height: 0.16 },
      doubts: [
        ...(index === 1 ? [{ field: 'name' as const, reason: 'Two readings differ.' }] : []),
        ...(index === 2
          ? [{ field: 'stats' as const, ...unseen, parts: [{ field: 'side' as const, ...unseen }] }]
          : []),
        ...(index === 3 ? [{ field: 'name' as const, reason: `Read as '${misread(line.name)}'.` }] : []),
      ],
    }))

/** API responses for AI mode and image mode in the standalone harness. */
const modeAnswers = {
  'POST /api/news-sentiment': ({ body }: { body: unknown }): NewsSentimentResponse => {
    const players = newsSentimentBody.parse(body).players.map((player) => ({
      ...player,
      availability: null,
      moves: [],
      sentiment: 'neutral' as const,
    }))
    return { success: true, data: { players, readAt: now(), stale: false } }
  },
  'POST /api/historical/mlb': ({ body }: { body: unknown }): HistoricalResponse => ({
    success: true,
    data: { players: historicalBody.parse(body).players.map(gameLogAnswer), readAt: now(), stale: false },
  }),
  'POST /api/analyze-performance/mlb': ({ body }: { body: unknown }): AnalyzePerformanceResponse => {
    const { extractedStats, numPlayers } = analyzePerformanceBody.parse(body)
    return analysisOf(extractedStats, numPlayers)
  },
  'POST /api/extract-stats/mlb': ({ body }: { body: unknown }): ExtractStatsResponse | Response =>
    body instanceof FormData && body.get('image') instanceof Blob
      ? {
          success: true,
          data: { players: rows(), weather: null, image: { width: 800, height: 1200 }, reader: 'tesseract' },
        }
      : refuse(400, 'VALIDATION', IMAGE_ERRORS.missing),
}

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
