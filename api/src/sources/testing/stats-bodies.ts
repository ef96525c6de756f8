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

/** A person of `sports/1/players`. */
export const rosterPerson = (id: number, fullName: string, teamId: number, position = '2B') => ({
  id,
  fullName,
  currentTeam: { id: teamId },
  primaryPosition: { code: '4', abbreviation: position },
  batSide: { code: 'R' },
  pitchHand: { code: 'R' },
})

/** Batting counts of one game: `hits` singles in four at-bats. */
export const battingCounts = (hits: number) => ({
  plateAppearances: 4,
  atBats: 4,
  hits,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 1,
})

/** A game of a batter with `hits` singles in four at-bats. */
export const hittingSplit = (gamePk: number, date: string, hits: number) => ({
  date,
  isHome: gamePk % 2 === 0,
  opponent: { id: 111, name: 'Boston Red Sox' },
  game: { gamePk },
  stat: battingCounts(hits),
})

export const pitchingSplit = (gamePk: number, date: string, strikeOuts: number) => ({
  date,
  isHome: true,
  opponent: { id: 111 },
  game: { gamePk },
  stat: {
    gamesStarted: 1,
    inningsPitched: '6.1',
    battersFaced: 25,
    strikeOuts,
    hits: 5,
    earnedRuns: 2,
    baseOnBalls: 1,
    homeRuns: 0,
  },
})

/** A person of `people?…&hydrate=stats(…)`. */
export const withLog = <P extends object>(person: P, group: string, splits: readonly object[]) => ({
  ...person,
  stats: [{ type: { displayName: 'gameLog' }, group: { displayName: group }, splits }],
})

export const club = (id: number, abbreviation: string) => ({ id, name: `Club ${abbreviation}`, abbreviation })
