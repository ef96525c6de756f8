/** A person of `sports/1/players`. */
export const rosterPerson = (id: number, fullName: string, teamId: number, position = '2B') => ({
  id,
  fullName,
  currentTeam: { id: teamId },
  primaryPosition: { code: '4', abbreviation: position },
  batSide: { code: 'R' },
  pitchHand: { code: 'R' },
})

/** A game of a batter with `hits` singles in four at-bats. */
export const hittingSplit = (gamePk: number, date: string, hits: number) => ({
  date,
  isHome: gamePk % 2 === 0,
  opponent: { id: 111, name: 'Boston Red Sox' },
  game: { gamePk },
  stat: {
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
  },
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
