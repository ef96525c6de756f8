import sharp from 'sharp'
import type { SentRequest } from '../../attacks/support/send-from.ts'

export const times = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at))
export const pickId = (at: number) => `pick_1795350151805_${String(at).padStart(6, '0')}`

const post = (path: string, text: string): SentRequest => ({
  path,
  method: 'POST',
  body: { bytes: Buffer.from(text), type: 'application/json' },
})

/** Requests whose JSON is large, deep, or consists of faults, and one with a list that is valid. */
export function hostileBodies(): SentRequest[] {
  const pick = (games: string) => (_: unknown, at: number) => `{"id":"${pickId(at)}","games":[${games}]}`
  const empty = `{"picks":[${Array.from({ length: 1_000 }, pick(Array(600).fill('{}').join())).join()}]}`
  const largest = `{"picks":[${Array.from({ length: 1_000 }, pick(Array(2_000).fill('{}').join())).join()}]}`
  const unknown = `{"picks":[${times(400, () => `{${times(600, (at) => `"k${at}":{}`).join()}}`).join()}]}`
  const numbers = `{"picks":[${Array(1_500_000).fill('1').join()}]}`
  const deep = `{"picks":${'['.repeat(100_000)}`
  const rows = `[${Array(60_000).fill('{}').join()}]`
  const now = Date.now()
  const game = { date: '2026-07-01', value: 1, result: 'OVER', opponent: 'NYM', homeAway: 'HOME' }
  const whole = {
    playerName: 'x',
    sport: 'MLB',
    confidence: 61,
    projectedStatLine: '1.7 hits',
    extractedStatLine: null,
    originalStats: '1.5 More Hits',
    bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: 60,
    reasoning: 'r'.repeat(300),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 20 * 3_600_000).toISOString(),
    statType: 'Hits',
    oddsType: 'standard',
    team: 'NYM',
    opponent: null,
    homeAway: null,
    gameTime: null,
    gameId: null,
    personId: 1,
    sample: { window: 10, over: 6, under: 4, push: 0 },
    games: Array(25).fill(game),
    source: 'sample',
    unavailable: {},
  }
  const valid = JSON.stringify({ picks: times(1_000, (at) => ({ ...whole, id: pickId(at) })) })
  return [
    ...[empty, largest, unknown, numbers, deep, valid].map((body) => post('/api/sync-picks', body)),
    post('/api/parlay/generate-parlay', `{"myPicks":[${Array(80_000).fill('{}').join()}]}`),
    post('/api/game-logs', `{"players":[${Array(80_000).fill('{}').join()}]}`),
    post('/rest/v1/my_picks', rows),
  ]
}

/** A picture without text, which takes the reader a moment. */
export const noisyPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1_600,
      height: 1_200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
