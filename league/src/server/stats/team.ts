import { type Club, isPark } from '../../world/entities.ts'
import type { LeagueIndex } from '../league-index.ts'
import { type Hydration, hydrates } from '../query.ts'

const ROOFS = { open: 'Open', retractable: 'Retractable', dome: 'Dome' } as const

/** A park in the format of `venues`, with location, time zone and field if they are hydrated. */
export function presentVenue(index: LeagueIndex, id: number, hydrations: readonly Hydration[]) {
  const venue = index.parks.get(id)
  const park = isPark(venue) ? venue : null
  const [city = '', stateAbbrev = ''] = (park?.city ?? '').split(', ')
  return {
    ...venueRef(index, id),
    ...(park && hydrates(hydrations, 'location')
      ? {
          location: {
            city,
            stateAbbrev,
            defaultCoordinates: { latitude: park.latitude, longitude: park.longitude },
            elevation: park.elevationFeet,
            country: stateAbbrev === 'ON' ? 'Canada' : 'USA',
          },
        }
      : {}),
    ...(venue?.timeZone && hydrates(hydrations, 'timezone') ? { timeZone: { id: venue.timeZone } } : {}),
    ...(park && hydrates(hydrations, 'fieldInfo') ? { fieldInfo: { roofType: ROOFS[park.roof] } } : {}),
    active: true,
    season: String(index.world.season),
  }
}

const LEAGUES: Readonly<Record<number, string>> = { 103: 'American League', 104: 'National League' }
const DIVISIONS: Readonly<Record<number, string>> = {
  200: 'American League West',
  201: 'American League East',
  202: 'American League Central',
  203: 'National League West',
  204: 'National League East',
  205: 'National League Central',
}

export const SPORT = { id: 1, link: '/api/v1/sports/1', name: 'Major League Baseball' } as const
export const SPORT_REF = { id: 1, link: '/api/v1/sports/1', abbreviation: 'MLB' } as const

export const teamRef = (club: Club) => ({ id: club.id, name: club.name, link: `/api/v1/teams/${club.id}` })
export const leagueRef = (club: Club) => ({
  id: club.leagueId,
  name: LEAGUES[club.leagueId],
  link: `/api/v1/league/${club.leagueId}`,
})
export const venueRef = (index: LeagueIndex, id: number) => ({
  id,
  name: index.parks.get(id)?.name ?? 'TBD',
  link: `/api/v1/venues/${id}`,
})

/** A club in the format of `teams`. */
export const presentTeam = (index: LeagueIndex, club: Club, season = index.world.season) => ({
  allStarStatus: 'N',
  ...teamRef(club),
  season,
  venue: venueRef(index, club.venueId),
  teamCode: club.code,
  fileCode: club.code,
  abbreviation: club.abbreviation,
  teamName: club.nickname,
  locationName: club.location,
  firstYearOfPlay: String(club.since),
  league: leagueRef(club),
  division: {
    id: club.divisionId,
    name: DIVISIONS[club.divisionId],
    link: `/api/v1/divisions/${club.divisionId}`,
  },
  sport: SPORT,
  shortName: club.location,
  franchiseName: club.location,
  clubName: club.nickname,
  active: true,
})
