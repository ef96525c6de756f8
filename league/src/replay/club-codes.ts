import { CLUBS } from '../data/clubs.ts'
import type { Club } from '../world/entities.ts'
import { ReplayError, type SeasonLog } from './season-log.ts'

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
