/** A split of `teams/stats`, group hitting: an average club after `games` games. */
export const clubHittingSplit = (id: number, games = 90) => ({
  season: '2026',
  team: { id },
  stat: {
    gamesPlayed: games,
    plateAppearances: 38 * games,
    atBats: 34 * games,
    hits: 8 * games,
    doubles: 2 * games,
    triples: Math.round(0.1 * games),
    homeRuns: games,
    runs: 4 * games,
    rbi: 4 * games,
    baseOnBalls: 3 * games,
    hitByPitch: Math.round(0.4 * games),
    strikeOuts: 8 * games,
    stolenBases: Math.round(0.7 * games),
    avg: '.245',
  },
})

/** The matching split of group pitching. */
export const clubPitchingSplit = (id: number, games = 90) => {
  const { rbi, plateAppearances, hitByPitch, ...stat } = clubHittingSplit(id, games).stat
  return {
    season: '2026',
    team: { id },
    stat: { ...stat, battersFaced: plateAppearances, hitBatsmen: hitByPitch, era: '4.10' },
  }
}

/** A `teams/stats` response with these splits. */
export const teamStats = (splits: readonly unknown[]) => ({
  stats: [{ type: { displayName: 'season' }, splits }],
})

interface GameOptions {
  gamePk?: number
  day?: string
  hour?: string
  home?: number
  away?: number
  homeStarter?: number
  awayStarter?: number
  state?: string
  code?: string
  gameNumber?: number
  lineup?: readonly number[]
  venue?: number
}

/** A game of `schedule`, by default Boston at the Yankees. */
export function scheduledGame(options: GameOptions = {}) {
  const { gamePk = 900, day = '2026-05-03', hour = '23:05', home = 147, away = 111 } = options
  const { homeStarter, awayStarter, state = 'Preview', code = 'S' } = options
  const { gameNumber = 1, lineup, venue = 3313 } = options
  const side = (id: number, starter: number | undefined) => ({
    team: { id },
    ...(starter === undefined ? {} : { probablePitcher: { id: starter } }),
  })
  return {
    gamePk,
    gameType: 'R',
    season: day.slice(0, 4),
    gameDate: `${day}T${hour}:00Z`,
    officialDate: day,
    status: { abstractGameState: state, codedGameState: code, detailedState: state },
    teams: { home: side(home, homeStarter), away: side(away, awayStarter) },
    venue: { id: venue },
    gameNumber,
    lineups: lineup ? { homePlayers: lineup.map((id) => ({ id })) } : {},
  }
}
