import type { Pick } from '@propsight/shared/contracts'

/** The reason for each part that a pick does not have. */
export const MISSING_REASONS = {
  injuryImpact: 'No injury or move of the player is known.',
  weather: 'The game is played under a fixed roof.',
  stadiumFactors:
    'The park factors of Sutter Health Park, West Sacramento were not known when the pick was saved.',
  handednessAdvantage: 'The park factors do not split left- and right-handed batters.',
}

/** Every optional part of a pick: the game context and further statistics. */
export const GAME_CONTEXT: Partial<Pick> = {
  recentForm: '1.6 a game over the last 5, 1.2 over the last 10: rising',
  injuryImpact: 'Back: paternity list, July 2. Reinstated.',
  defensiveAnalysis: 'The other side allows few hits to left-handed batters.',
  weather: {
    temperature: 88,
    windSpeed: 16,
    humidity: 40,
    conditions: 'Clear',
    rainChance: 5,
    primaryWeatherFactor: '88°F, wind 16 mph out to left',
    weatherImpactScore: 22,
    overallConditions: { rating: 'GOOD' },
    homeRunConditions: { rating: 'EXCELLENT' },
    pitchingConditions: { rating: 'POOR' },
  },
  stadiumFactors: {
    city: 'Seattle',
    factors: { overall: { homeRuns: 0.88 } },
    handednessAdvantage: 'Left-handed batters',
    specialFeatures: 'Retractable roof',
  },
  opposingPitcher: {
    personId: 2,
    name: 'Gareth Lindqvist',
    handedness: 'L',
    team: 'TEX',
    era: '4.81',
    whip: '1.48',
    strikeOuts: 78,
    wins: 5,
    losses: 8,
    strikeOutsPer9: '7.1',
    hitsPer9: '9.6',
  },
  batterVsPitcherHistory: { atBats: 17, hits: 6, homeRuns: 1, baseOnBalls: 2, strikeOuts: 3, avg: '.353' },
  advancedAnalytics: { probabilityOver: 81, expectedValue: 2.1, last5Games: [2, 2, 0, 3, 2], overRate: 70 },
  actualAverages: { Hits: 1.31, 'Total Bases': 2.04, Runs: 0.71 },
}
