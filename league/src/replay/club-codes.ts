import { CLUBS } from '../data/clubs.ts'
import { PARKS } from '../data/parks.ts'
import type { Club, Park, Venue } from '../world/entities.ts'
import { type GameRecord, ReplayError, type SeasonLog, UNKNOWN_PARK } from './season-log.ts'

/** Retrosheet's club codes → the stats service's team ids. */
const TEAM_IDS: Readonly<Record<string, number>> = {
  ANA: 108,
  ARI: 109,
  BAL: 110,
  BOS: 111,
  CHN: 112,
  CIN: 113,
  CLE: 114,
  COL: 115,
  DET: 116,
  HOU: 117,
  KCA: 118,
  LAN: 119,
  WAS: 120,
  NYN: 121,
  OAK: 133,
  ATH: 133,
  PIT: 134,
  SDN: 135,
  SEA: 136,
  SFN: 137,
  SLN: 138,
  TBA: 139,
  TEX: 140,
  TOR: 141,
  MIN: 142,
  PHI: 143,
  ATL: 144,
  CHA: 145,
  MIA: 146,
  FLO: 146,
  NYA: 147,
  MIL: 158,
}

/**
 * The stats service's team id of a Retrosheet code or of a current abbreviation; undefined if the code is
 * unknown.
 */
export const teamIdOf = (code: string): number | undefined =>
  TEAM_IDS[code] ?? CLUBS.find(({ abbreviation, lines }) => abbreviation === code || lines === code)?.id

/** The team id of a code that `checkClubs` has accepted. */
export function requireTeamId(code: string): number {
  const id = teamIdOf(code)
  if (id === undefined) throw new Error(`no club '${code}'`)
  return id
}

/**
 * Checks the clubs of a season's games.
 * @throws ReplayError, with file and line, for an unknown club and for a club that plays against itself
 */
export function checkClubs({ games, files }: SeasonLog): void {
  for (const { home, away, line } of games) {
    const unknown = [home, away].find((code) => teamIdOf(code) === undefined)
    if (unknown !== undefined)
      throw new ReplayError(`${files.games}, line ${line}: '${unknown}' is not one of the thirty clubs`)
    if (teamIdOf(home) === teamIdOf(away))
      throw new ReplayError(`${files.games}, line ${line}: both clubs are '${home}'`)
  }
}

interface Former {
  readonly id: number
  readonly from?: number
  readonly until: number
  readonly was: Partial<Club>
}

/** Former names and parks of clubs, by the last season with them. */
const FORMER: readonly Former[] = [
  {
    id: 133,
    until: 2024,
    was: {
      name: 'Oakland Athletics',
      abbreviation: 'OAK',
      lines: 'OAK',
      code: 'oak',
      location: 'Oakland',
      venueId: 10,
    },
  },
  { id: 114, until: 2021, was: { name: 'Cleveland Indians', nickname: 'Indians' } },
  { id: 140, until: 2019, was: { venueId: 13 } },
  { id: 144, until: 2016, was: { venueId: 16 } },
  { id: 139, from: 2025, until: 2025, was: { venueId: 2523 } },
]

/** The thirty clubs with their names of a season. */
export const listClubs = (season: number): readonly Club[] =>
  CLUBS.map((club) => {
    const former = FORMER.find(
      ({ id, from = 0, until }) => id === club.id && season >= from && season <= until,
    )
    return former ? { ...club, ...former.was } : club
  })

/**
 * MLB's venue id of a club's own park in a season; undefined for an unknown club.
 * @param club as in `teamIdOf`, or the stats service's team id
 */
export const homeVenueOf = (club: string, season: number): number | undefined => {
  const teamId = teamIdOf(club) ?? Number(club)
  return listClubs(season).find(({ id }) => id === teamId)?.venueId
}

/** Retrosheet's codes of today's parks, by MLB venue id. Renamed parks keep their code. */
const VENUE_IDS: Readonly<Record<string, number>> = {
  ANA01: 1,
  ARL02: 13,
  ARL03: 5325,
  ATL02: 16,
  ATL03: 4705,
  BAL12: 2,
  BOS07: 3,
  CHI11: 17,
  CHI12: 4,
  CIN09: 2602,
  CLE08: 5,
  DEN02: 19,
  DET05: 2394,
  HOU03: 2392,
  KAN06: 7,
  LOS03: 22,
  MIA02: 4169,
  MIL06: 32,
  MIN04: 3312,
  NYC20: 3289,
  NYC21: 3313,
  OAK01: 10,
  PHI13: 2681,
  PHO01: 15,
  PIT08: 31,
  SAC01: 2529,
  SAN02: 2680,
  SEA03: 680,
  SFO03: 2395,
  STL10: 2889,
  STP01: 12,
  TAM02: 2523,
  TOR02: 14,
  WAS11: 3309,
}

/** MLB's venue id of a park by Retrosheet's code; null for a park of single games. */
export const venueOfPark = (code: string): number | null => VENUE_IDS[code] ?? null

/** Factors of a park without published ones. */
const NEUTRAL: Park['factors'] = [1, 1, 1, 1, 1, 1]

/** Parks of former seasons that no club uses any more. No factors are published for them. */
const FORMER_PARKS: readonly Venue[] = [
  { id: 10, name: 'Oakland Coliseum', timeZone: 'America/Los_Angeles', factors: NEUTRAL },
  { id: 13, name: 'Globe Life Park in Arlington', timeZone: 'America/Chicago', factors: NEUTRAL },
  { id: 16, name: 'Turner Field', timeZone: 'America/New_York', factors: NEUTRAL },
  { id: 2523, name: 'George M. Steinbrenner Field', timeZone: 'America/New_York', factors: NEUTRAL },
]

/** Names and time zones of the parks of single games, by Retrosheet's code. */
const OTHER_PARKS: Readonly<Record<string, readonly [name: string, timeZone: string]>> = {
  BIR01: ['Rickwood Field', 'America/Chicago'],
  BUF05: ['Sahlen Field', 'America/New_York'],
  DUN01: ['TD Ballpark', 'America/New_York'],
  FTB01: ['Fort Bragg Field', 'America/New_York'],
  LON01: ['London Stadium', 'Europe/London'],
  MEX02: ['Estadio Alfredo Harp Helú', 'America/Mexico_City'],
  MNT01: ['Estadio de Béisbol Monterrey', 'America/Monterrey'],
  OMA01: ['TD Ameritrade Park Omaha', 'America/Chicago'],
  SEO01: ['Gocheok Sky Dome', 'Asia/Seoul'],
  SJU01: ['Hiram Bithorn Stadium', 'America/Puerto_Rico'],
  TOK01: ['Tokyo Dome', 'Asia/Tokyo'],
  WIL02: ['Bowman Field', 'America/New_York'],
}

/** First id of parks without MLB venue id here. It is above all ids that the service has assigned. */
const FIRST_OTHER_ID = 900_001

/** The parks of a season, and the park of each game. */
export interface ReplayParks {
  readonly parks: readonly Venue[]
  /** The park of a game: that of its row. Only a source that states no parks gives the home club's. */
  readonly find: (game: GameRecord, home: Club) => Venue
}

/**
 * Makes the parks of a season's games. A park that is not known here has neutral factors and no location, so
 * no answer gives it the factors or the weather of another park.
 */
export function replayParks(games: readonly GameRecord[]): ReplayParks {
  const known: readonly Venue[] = [...PARKS, ...FORMER_PARKS]
  const codes = [...new Set(games.map(({ park }) => park))].filter((code) => code !== '' && !VENUE_IDS[code])
  const other = new Map(
    codes.toSorted().map((code, index): [string, Venue] => {
      const unnamed = code === UNKNOWN_PARK ? 'Unknown park' : `Park ${code}`
      const [name = unnamed, timeZone] = OTHER_PARKS[code] ?? []
      const zone = timeZone === undefined ? {} : { timeZone }
      return [code, { id: FIRST_OTHER_ID + index, name, ...zone, factors: NEUTRAL }]
    }),
  )
  const byId = new Map(known.map((park) => [park.id, park]))
  const find = ({ park, id }: GameRecord, home: Club): Venue => {
    const found = other.get(park) ?? byId.get(VENUE_IDS[park] ?? home.venueId)
    if (!found) throw new Error(`game ${id}: no park ${home.venueId}`)
    return found
  }
  return { parks: [...known, ...other.values()], find }
}
