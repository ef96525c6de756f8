import type { PlayerDetail, StatForecastWire } from '@propsight/shared/contracts'

const hits = (atBats: number, count: number, avg: string) => ({
  ...{ atBats, hits: count, homeRuns: 3, rbi: 12, baseOnBalls: 9 },
  ...{ avg, obp: '.361', slg: '.498', ops: '.859' },
})

/** Detail data of a batter. The factors end with the given forecast. */
export const aDetail = (forecast: StatForecastWire, more: Partial<PlayerDetail> = {}): PlayerDetail => ({
  ...{
    name: 'Ann Ace',
    personId: 600_001,
    fullName: 'Ann Ace',
    position: 'LF',
    batSide: 'R',
    pitchHand: 'R',
  },
  hitting: { season: hits(261, 74, '.284'), vsLeft: hits(87, 27, '.310'), vsRight: hits(174, 47, '.270') },
  pitching: null,
  opposingPitcher: {
    ...{
      personId: 700_001,
      name: 'Gareth Lindqvist',
      handedness: 'L',
      team: 'TEX',
      era: '4.81',
      whip: '1.48',
    },
    ...{ strikeOuts: 78, wins: 5, losses: 8, strikeOutsPer9: '7.1', hitsPer9: '9.6' },
  },
  vsPitcher: { atBats: 17, hits: 6, homeRuns: 1, baseOnBalls: 2, strikeOuts: 4, avg: '.353' },
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
          factor: 'his record',
          note: 'his season, 296 plate appearances',
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
