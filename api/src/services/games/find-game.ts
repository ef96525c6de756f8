import { canonicalClubCode, easternDate, loosePlayerName } from '@propsight/shared/domain'
import { type Club, findClub, listClubs, type Sport } from '@propsight/shared/domain/clubs'
import { isCalledOff, type StatsGame } from '../../sources/stats/format/schedule.ts'

/** Which game a line, a quote, a pick or a starter belongs to. */
export type FoundGame =
  | { readonly kind: 'game'; readonly game: StatsGame }
  /** Its game was postponed or cancelled. */
  | { readonly kind: 'called-off'; readonly game: StatsGame }
  /** One of several games, and nothing decides which. */
  | { readonly kind: 'uncertain'; readonly candidates: readonly StatsGame[] }
  | { readonly kind: 'none' }

export interface GameClues {
  /** Start by the book, ISO 8601; null if it states none, which leaves all games of the list. */
  readonly at: string | null
  /** A pitcher, by id or name: the announcement as a starter decides where the time does not. */
  readonly pitcher?: { readonly id: number } | { readonly name: string } | null
  /** Set for lines that a book offers now: a game that has begun is then not in question where the time is unclear. */
  readonly isOffered?: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A line within this time of a start is a line of that game: books and the league differ by a delay at most. */
const NEAR_MS = 90 * MINUTE_MS
/** Least time between the starts of two games of a doubleheader. */
const LEAST_GAP_MS = 150 * MINUTE_MS
/** Least difference between the distances of two near starts, so that the nearer one decides. */
const CLEARLY_NEARER_MS = 30 * MINUTE_MS
/** Maximum difference between the times of a line and of the only game that fits. */
const SAME_GAME_MS = 6 * HOUR_MS
/** Games of the evening begin before this hour of the next day, US Eastern time. */
const NIGHT_MS = 4 * HOUR_MS

const NONE: FoundGame = { kind: 'none' }
/** 03:33 US Eastern time, in summer and in winter. */
const PLACEHOLDER = /T0[78]:33:00/

/** Whether the start of a game is not set. Its `gameDate` is then a placeholder on its day, and not an instant. */
export const isStartUnset = ({ status, gameDate }: Pick<StatsGame, 'status' | 'gameDate'>): boolean =>
  status.startTimeTBD === true || PLACEHOLDER.test(gameDate)

/** The league day of an instant; a start after midnight belongs to the evening before. */
export const leagueDay = (at: string | number): string =>
  easternDate(new Date(new Date(at).getTime() - NIGHT_MS))

/** The league day that an entry of a schedule is for. A postponed game has one on its first day, too. */
const entryDay = (game: StatsGame): string =>
  isStartUnset(game) ? easternDate(new Date(game.gameDate)) : leagueDay(game.gameDate)

/** The league days whose schedules decide which game starts at a time. */
export const daysAround = (at: string): string[] => [...new Set([easternDate(new Date(at)), leagueDay(at)])]

/**
 * Whether this entry of a schedule is the rest of a suspended game, on the day of its resumption. No line, quote or
 * starter of that day belongs to it.
 */
export function isResumption(game: StatsGame): boolean {
  if (game.resumedFrom || game.resumedFromDate) return true
  if (game.officialDate === undefined || isCalledOff(game)) return false
  return game.officialDate < leagueDay(game.gameDate)
}

/**
 * When a suspended game goes on, in milliseconds since 1970; null if the schedule does not say. Of a day without a time
 * it is noon, US Eastern time.
 */
export function resumptionTime({ resumeDate, resumeGameDate }: StatsGame): number | null {
  const day = resumeGameDate ?? resumeDate?.slice(0, 10)
  if (day === undefined) return null
  const hasTime =
    resumeDate?.includes('T') && !PLACEHOLDER.test(resumeDate) && !resumeDate.startsWith(`${day}T00:00`)
  const at = Date.parse(hasTime && resumeDate ? resumeDate : `${day}T16:00:00Z`)
  return Number.isNaN(at) ? null : at
}

/** Whether the game has begun: 'Live' includes the warm-up, in which the coded state is still 'P' (pre-game). */
export const hasBegun = ({ status: { abstractGameState, codedGameState } }: StatsGame): boolean =>
  abstractGameState !== 'Preview' && !(abstractGameState === 'Live' && codedGameState === 'P')

/** Orders games by their starts, those without a set start last. */
export const compareStarts = (a: StatsGame, b: StatsGame): number =>
  Number(isStartUnset(a)) - Number(isStartUnset(b)) ||
  (isStartUnset(a) ? 0 : a.gameDate.localeCompare(b.gameDate)) ||
  a.gameNumber - b.gameNumber ||
  a.gamePk - b.gamePk

/** The entries that lines can belong to, one per game: a called-off entry gives way to the one that is played. */
function listEntries(games: readonly StatsGame[]): StatsGame[] {
  const entries = new Map<string, StatsGame>()
  for (const game of games) {
    if (isResumption(game)) continue
    const key = `${game.gamePk} ${entryDay(game)}`
    if (!entries.has(key) || !isCalledOff(game)) entries.set(key, game)
  }
  return [...entries.values()].toSorted(compareStarts)
}

const found = (game: StatsGame): FoundGame => ({ kind: isCalledOff(game) ? 'called-off' : 'game', game })

const isStarter = ({ teams }: StatsGame, pitcher: NonNullable<GameClues['pitcher']>): boolean =>
  [teams.home, teams.away].some(({ probablePitcher: starter }) =>
    'id' in pitcher
      ? starter?.id === pitcher.id
      : starter?.fullName !== undefined &&
        loosePlayerName(starter.fullName) === loosePlayerName(pitcher.name),
  )

/** Decides between games of which the time excludes none: by the announced starter, else by the only one that is open. */
function decide(games: readonly StatsGame[], { pitcher, isOffered }: GameClues): FoundGame {
  const played = games.filter((game) => !isCalledOff(game))
  if (played.length === 0) return games[0] ? found(games[0]) : NONE
  const announced = pitcher ? played.filter((game) => isStarter(game, pitcher)) : []
  if (announced.length === 1 && announced[0]) return found(announced[0])
  const open = isOffered ? games.filter((game) => isCalledOff(game) || !hasBegun(game)) : []
  if (games.length > 1 && open.length === 1 && open[0]) return found(open[0])
  return { kind: 'uncertain', candidates: played }
}

/** The entry that starts near a time; undefined if none does, or several do and none is clearly nearer. */
function findNear(games: readonly StatsGame[], distance: (game: StatsGame) => number): StatsGame | undefined {
  const near = games
    .filter((game) => !isStartUnset(game) && distance(game) <= NEAR_MS)
    .toSorted((a, b) => distance(a) - distance(b) || Number(isCalledOff(a)) - Number(isCalledOff(b)))
  const [nearest, next] = near
  if (!nearest || !next || distance(next) - distance(nearest) >= CLEARLY_NEARER_MS) return nearest
  return isCalledOff(next) && !isCalledOff(nearest) ? nearest : undefined
}

/** Whether the schedule says that the clubs play twice on the day, although it may list one game only. */
const isDoubleheader = ({ doubleHeader, gameNumber }: StatsGame): boolean =>
  gameNumber > 1 || (doubleHeader !== undefined && doubleHeader !== 'N')

/**
 * The only game that a time may be of, although it starts near none: the start is not set, or the time is before the
 * first or after the last game. All other games are set, and hours away in the order of the games.
 */
function findOnlyFit(games: readonly StatsGame[], at: number): StatsGame | undefined {
  const since = ({ gameDate }: StatsGame) => at - Date.parse(gameDate)
  const isExcluded = (other: StatsGame, game: StatsGame) =>
    !isStartUnset(other) &&
    (other.gameNumber < game.gameNumber ? since(other) >= LEAST_GAP_MS : since(other) <= -LEAST_GAP_MS)
  const isOutside = (game: StatsGame, others: readonly StatsGame[]) =>
    others.every(({ gameNumber }) => gameNumber < game.gameNumber === since(game) > 0)
  const fits = games.filter((game) => {
    const others = games.filter((other) => other !== game)
    if (!others.every((other) => isExcluded(other, game))) return false
    if (isStartUnset(game)) return true
    if (others.length === 0 && isDoubleheader(game)) return false
    return Math.abs(since(game)) <= SAME_GAME_MS && isOutside(game, others)
  })
  return fits.length === 1 ? fits[0] : undefined
}

/**
 * Decides which game a line, a quote, a pick or a starter belongs to. A start that is not set is never compared with a
 * time, and the resumption of a suspended game is never the answer. What cannot be decided is 'uncertain'.
 * @param games of the club, or of both clubs, on the league days in question; without a time, on one league day
 */
export function findGame(games: readonly StatsGame[], clues: GameClues): FoundGame {
  const entries = listEntries(games)
  const at = Date.parse(clues.at ?? '')
  if (Number.isNaN(at)) {
    // A saved pick without a time may be on the game that was called off since.
    const possible = clues.isOffered ? entries.filter((game) => !isCalledOff(game)) : entries
    return possible.length === 1 && possible[0] ? found(possible[0]) : decide(possible, clues)
  }
  const distance = (game: StatsGame) => Math.abs(Date.parse(game.gameDate) - at)
  const near = findNear(entries, distance)
  if (near) return found(near)
  const day = leagueDay(at)
  const ofDay = entries.filter((game) => entryDay(game) === day)
  const only = findOnlyFit(ofDay, at)
  if (only) return found(only)
  return decide(ofDay, clues)
}

/** Games by the code of each club in them. */
export type GamesByClub = ReadonlyMap<string, readonly StatsGame[]>

/** The code of a side's club. */
const clubCodeOf = ({ team }: StatsGame['teams']['home']): string =>
  canonicalClubCode(team.abbreviation ?? '')

/** Groups games by the code of each of their two clubs. */
export function gamesByClub(games: readonly StatsGame[]): GamesByClub {
  const sides = games.flatMap((game) => [
    { club: clubCodeOf(game.teams.home), game },
    { club: clubCodeOf(game.teams.away), game },
  ])
  const grouped = Map.groupBy(sides, ({ club }) => club)
  return new Map([...grouped].map(([club, clubSides]) => [club, clubSides.map(({ game }) => game)]))
}

/** The game of a line or a pick, with the club's opponent and side in it, which both games of a doubleheader share. */
export interface ClubGame {
  readonly found: FoundGame
  readonly opponent: string | null
  readonly homeAway: 'HOME' | 'AWAY' | null
}

/** Finds the game of a club, see `findGame`. @param club canonical code */
export function findClubGame(club: string, games: GamesByClub, clues: GameClues): ClubGame {
  const found = findGame(games.get(club) ?? [], clues)
  if (found.kind === 'none') return { found, opponent: null, homeAway: null }
  const sides = (found.kind === 'uncertain' ? found.candidates : [found.game]).map(({ teams }) =>
    clubCodeOf(teams.home) === club
      ? { opponent: teams.away.team.abbreviation ?? null, homeAway: 'HOME' as const }
      : { opponent: teams.home.team.abbreviation ?? null, homeAway: 'AWAY' as const },
  )
  const [side, other] = sides
  const isShared = side && (!other || (side.opponent === other.opponent && side.homeAway === other.homeAway))
  return isShared ? { found, ...side } : { found, opponent: null, homeAway: null }
}

/** The club of a code in any case and any known variant; null if there is none. */
export function findClubByCode(sport: Sport, code: string): Club | null {
  const club = findClub(sport, code)
  if (club) return club
  const canonical = canonicalClubCode(code)
  return listClubs(sport).find((one) => canonicalClubCode(one.code) === canonical) ?? null
}
