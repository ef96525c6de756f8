import type { Read } from '../platform/cache/freshness.ts'
import type { Upstream } from '../sources/upstream.ts'

const read = <T>(value: T): Read<T> => ({
  value,
  readAt: '2026-07-15T16:00:00.000Z',
  ageSeconds: 0,
  stale: false,
})

const nobodyAsked = async (): Promise<never> => {
  throw new Error('this test did not expect an outside service to be asked')
}

/** External services that throw on every call, for tests that do not need them. */
export const idleUpstream: Upstream = {
  stats: {
    players: nobodyAsked,
    teams: nobodyAsked,
    teamBatting: nobodyAsked,
    teamPitching: nobodyAsked,
    recentTeamBatting: nobodyAsked,
    battingOrders: nobodyAsked,
    schedule: nobodyAsked,
    seasonTotals: nobodyAsked,
    gameLogs: () => {
      throw new Error('this test did not expect an outside service to be asked')
    },
    transactions: nobodyAsked,
    clubSeason: nobodyAsked,
    playerSplits: nobodyAsked,
    vsPitcher: nobodyAsked,
    raw: nobodyAsked,
  },
  lines: { board: nobodyAsked },
  football: { scoreboard: nobodyAsked },
  weather: { forecast: nobodyAsked },
  state: () => ({
    'stats service': { breaker: 'closed' },
    lines: { breaker: 'closed' },
    football: { breaker: 'closed' },
    weather: { breaker: 'closed' },
  }),
  close: async () => undefined,
}

/** External services that respond immediately without data. */
export const emptyUpstream: Upstream = {
  ...idleUpstream,
  stats: {
    players: async () => read([]),
    teams: async () => read([]),
    teamBatting: async () => read([]),
    teamPitching: async () => read([]),
    recentTeamBatting: async () => read([]),
    battingOrders: async () => read([]),
    schedule: async () => read([]),
    seasonTotals: async () => read({ hitters: [], pitchers: [], clubs: [] }),
    gameLogs: async function* () {},
    transactions: async () => read([]),
    clubSeason: async () => read([]),
    playerSplits: async () => read({ season: null, vsLeft: null, vsRight: null }),
    vsPitcher: async () => read({ told: true, line: null }),
    raw: async () => read({}),
  },
  lines: { board: async () => read({ lines: [], skipped: 0 }) },
  football: { scoreboard: async () => read([]) },
  weather: { forecast: async () => read({ source: 'nobody', hours: [] }) },
}
