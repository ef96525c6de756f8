import { type Hydration, hydrates } from '../hydrate.ts'
import type { LeagueIndex } from '../league-index.ts'
import { venueRef } from '../stats/team.ts'

const ROOFS = { open: 'Open', retractable: 'Retractable', dome: 'Dome' } as const

/** A park in the format of `venues`, with location, time zone and field if they are hydrated. */
export function presentVenue(index: LeagueIndex, id: number, wish: readonly Hydration[]) {
  const park = index.parks.get(id)
  const [city = '', stateAbbrev = ''] = (park?.city ?? '').split(', ')
  return {
    ...venueRef(index, id),
    ...(park && hydrates(wish, 'location')
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
    ...(park && hydrates(wish, 'timezone') ? { timeZone: { id: park.timeZone } } : {}),
    ...(park && hydrates(wish, 'fieldInfo') ? { fieldInfo: { roofType: ROOFS[park.roof] } } : {}),
    active: true,
    season: String(index.world.season),
  }
}
