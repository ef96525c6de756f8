import type { AnalyzePerformanceResponse, GameLogRecord, HistoricalResponse } from '@propsight/shared/contracts'

type Analysis = AnalyzePerformanceResponse['data']['analysis']

/** A recommendation with typical values, overridden by `part`. */
export const aRecommendation = (
  part: Partial<Analysis['recommendations'][number]> & { id: string },
): Analysis['recommendations'][number] => ({
  player: { name: 'Ana', team: 'SEA', position: 'LF', personId: 600_001 },
  bettingLine: 1.5,
  recommendation: 'OVER',
  confidence: 63,
  low: 57,
  high: 69,
  push: 0,
  fairLine: 2.1,
  projected: 2,
  reasoning: 'She hits this pitcher well.',
  opposingPitcher: null,
  weather: null,
  news: null,
  ...part,
})

/** Response of the last request of AI mode. */
export const anAnalysis = (part: Partial<Analysis> = {}): AnalyzePerformanceResponse => ({
  success: true,
  data: {
    analysis: {
      recommendations: [],
      passedOver: [],
      engine: 'engine-9',
      wording: { by: 'engine', model: null, dropped: 0 },
      ...part,
    },
  },
})

export const someHistory = (...players: GameLogRecord[]): HistoricalResponse => ({
  success: true,
  data: { players, readAt: '2026-07-18T17:00:00Z', stale: false },
})

export const noNews = {
  success: true,
  data: { players: [], readAt: '2026-07-18T17:00:00Z', stale: false },
} as const
