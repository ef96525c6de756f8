import type {
  AnalyzePerformanceResponse,
  ExtractedRow,
  ExtractStatsResponse,
  GameLogRecord,
  HistoricalResponse,
  PlayerDetail,
  StatForecastWire,
} from '@propsight/shared/contracts'
import { OPPOSING_PITCHER } from '../dev/player-detail.ts'

/** A row extracted from a picture without doubts, with typical values that `row` overrides. */
export const anExtractedRow = (row: Partial<ExtractedRow> = {}): ExtractedRow => ({
  name: 'Mateo Villareal',
  team: 'SEA',
  position: 'LF',
  stats: '1.5 More Total Bases',
  line: 1.5,
  statType: 'Total Bases',
  opponent: 'TEX',
  homeAway: 'HOME',
  gameTime: 'Fri 7:10 PM',
  oddsType: 'standard',
  box: { x: 0.1, y: 0.2, width: 0.4, height: 0.1 },
  doubts: [],
  ...row,
})

export const anExtraction = (...players: ExtractedRow[]): ExtractStatsResponse => ({
  success: true,
  data: { players, weather: null, image: { width: 800, height: 1200 }, reader: 'tesseract' },
})

const hits = (atBats: number, count: number, avg: string) => ({
  atBats,
  hits: count,
  homeRuns: 3,
  rbi: 12,
  baseOnBalls: 9,
  avg,
  obp: '.361',
  slg: '.498',
  ops: '.859',
})

/** Detail data of a batter. The factors end with the given forecast. */
export const aDetail = (forecast: StatForecastWire, more: Partial<PlayerDetail> = {}): PlayerDetail => ({
  name: 'Ann Ace',
  personId: 600_001,
  fullName: 'Ann Ace',
  position: 'LF',
  batSide: 'R',
  pitchHand: 'R',
  hitting: { season: hits(261, 74, '.284'), vsLeft: hits(87, 27, '.310'), vsRight: hits(174, 47, '.270') },
  pitching: null,
  ...OPPOSING_PITCHER,
  starterHands: { 700000: 'L', 700001: 'R', 700002: 'L' },
  why: [
    {
      stat: forecast.stat,
      steps: [
        {
          factor: 'average batter',
          note: 'the league of the last 30 days',
          distribution: { least: 0, atLeast: [1, 0.6, 0.58, 0.2] },
        },
        {
          factor: 'own record',
          note: 'this season, 296 plate appearances',
          distribution: { least: 0, atLeast: [1, 0.9, 0.85, 0.3] },
        },
        { factor: 'park', note: null, distribution: forecast.distribution },
      ],
    },
  ],
  engine: 'test',
  missing: {},
  readAt: new Date().toISOString(),
  stale: false,
  ...more,
})

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

export const aHistory = (...players: GameLogRecord[]): HistoricalResponse => ({
  success: true,
  data: { players, readAt: '2026-07-18T17:00:00Z', stale: false },
})

export const noNews = {
  success: true,
  data: { players: [], readAt: '2026-07-18T17:00:00Z', stale: false },
} as const
