const TORONTO = { id: 141, name: 'Toronto Blue Jays', abbreviation: 'TOR' }
const BOSTON = { id: 111, name: 'Boston Red Sox', abbreviation: 'BOS' }

/** A player of the roster. @param club 'TOR' or 'BOS' */
export const person = (id: number, fullName: string, club: 'TOR' | 'BOS', position = 'OF') => ({
  id,
  fullName,
  currentTeam: club === 'TOR' ? TORONTO : BOSTON,
  primaryPosition: { code: position === 'P' ? '1' : '7', abbreviation: position },
  batSide: { code: 'R' },
  pitchHand: { code: 'R' },
})

/** State of a game: abstract state and code of the schedule. */
const STATES = {
  scheduled: ['Preview', 'S', 'Scheduled'],
  live: ['Live', 'I', 'In Progress'],
  suspended: ['Live', 'U', 'Suspended: Rain'],
  final: ['Final', 'F', 'Final'],
  postponed: ['Final', 'D', 'Postponed'],
} as const

interface GameChanges {
  readonly gamePk?: number
  readonly gameDate?: string
  readonly state?: keyof typeof STATES
  readonly isStartUnset?: boolean
  readonly gameNumber?: 1 | 2
  readonly homeStarter?: { readonly id: number; readonly fullName: string }
  readonly awayStarter?: { readonly id: number; readonly fullName: string }
  readonly more?: Readonly<Record<string, unknown>>
}

export const DAY = '2026-05-23'
export const EVENING = `${DAY}T23:05:00Z`

/** A game of Toronto at Boston in the format of the schedule. */
export function game(changes: GameChanges = {}) {
  const { state = 'scheduled', gameNumber, homeStarter, awayStarter, isStartUnset = false } = changes
  const [abstractGameState, codedGameState, detailedState] = STATES[state]
  return {
    gamePk: changes.gamePk ?? 910_001,
    gameType: 'R',
    season: '2026',
    gameDate: changes.gameDate ?? EVENING,
    officialDate: DAY,
    status: {
      abstractGameState,
      codedGameState,
      detailedState,
      statusCode: codedGameState,
      startTimeTBD: isStartUnset,
    },
    teams: {
      away: { team: TORONTO, ...(awayStarter && { probablePitcher: awayStarter }) },
      home: { team: BOSTON, ...(homeStarter && { probablePitcher: homeStarter }) },
    },
    venue: { id: 3, name: 'Fenway Park' },
    gameNumber: gameNumber ?? 1,
    doubleHeader: gameNumber === undefined ? 'N' : 'S',
    ...changes.more,
  }
}

const BATTING = {
  plateAppearances: 4,
  atBats: 4,
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 1,
}
const PITCHING = {
  gamesPlayed: 1,
  gamesStarted: 0,
  outs: 15,
  battersFaced: 20,
  pitchesThrown: 80,
  strikeOuts: 0,
  hits: 4,
  earnedRuns: 1,
  runs: 1,
  baseOnBalls: 1,
  homeRuns: 0,
}

export const batted = (counts: Partial<typeof BATTING>) => ({
  batting: { ...BATTING, ...counts },
  pitching: {},
})
export const pitched = (counts: Partial<typeof PITCHING>) => ({
  batting: {},
  pitching: { ...PITCHING, ...counts },
})

type Line = ReturnType<typeof batted> | ReturnType<typeof pitched>

/** A box score with the lines of players by id, and of one more batter of each club. */
export function box(home: Readonly<Record<number, Line>>, away: Readonly<Record<number, Line>>) {
  const side = (team: typeof BOSTON, named: Readonly<Record<number, Line>>) => {
    const lines: Record<string, Line> = { [team.id]: batted({}), ...named }
    const ids = (has: (line: Line) => boolean) =>
      Object.keys(lines).flatMap((id) => (lines[id] && has(lines[id]) ? Number(id) : []))
    return {
      team,
      players: Object.fromEntries(
        Object.entries(lines).map(([id, stats]) => [
          `ID${id}`,
          {
            person: { id: Number(id), fullName: `Player ${id}` },
            position: { abbreviation: 'OF' },
            ...('hits' in stats.batting && { battingOrder: '100' }),
            stats,
          },
        ]),
      ),
      batters: ids(({ batting }) => 'hits' in batting),
      pitchers: ids(({ pitching }) => 'outs' in pitching),
    }
  }
  return { teams: { home: side(BOSTON, home), away: side(TORONTO, away) } }
}

interface Projection {
  readonly id: string
  readonly line: number
  readonly market?: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** The book's board with lines on one player. */
export const board = (
  player: { readonly name: string; readonly team: 'TOR' | 'BOS'; readonly position: string },
  projections: readonly Projection[],
  totalPages = 1,
  page = 1,
) => ({
  data: projections.map(({ id, line, market = 'Hits', more = {} }) => ({
    type: 'projection',
    id,
    attributes: {
      description: player.team === 'TOR' ? 'BOS' : 'TOR',
      line_score: line,
      odds_type: 'standard',
      stat_type: market,
      start_time: '2026-05-23T19:05:00-04:00',
      status: 'pre_game',
      game_id: 'g1',
      is_promo: false,
      flash_sale_line_score: null,
      ...more,
    },
    relationships: { new_player: { data: { type: 'new_player', id: 'p' } } },
  })),
  included: [{ type: 'new_player', id: 'p', attributes: { ...player, league: 'MLB', combo: false } }],
  meta: { current_page: page, total_pages: totalPages },
})

/** The log of an appearance of a pitcher, 22 of which fit into April. */
export const appearance = (at: number, started: boolean, outs: number, strikeOuts: number) => ({
  date: `2026-04-${String(at + 1).padStart(2, '0')}`,
  isHome: true,
  opponent: { id: 116 },
  game: { gamePk: 940_000 + at },
  stat: {
    gamesStarted: started ? 1 : 0,
    inningsPitched: `${Math.floor(outs / 3)}.${outs % 3}`,
    outs,
    battersFaced: outs + 1,
    strikeOuts,
    hits: 1,
    earnedRuns: 0,
    runs: 0,
    baseOnBalls: 0,
    homeRuns: 0,
  },
})
