import { canonicalClubCode } from '@propsight/shared/domain'
import { type Club, findClub, listClubs, type Sport } from '@propsight/shared/domain/clubs'

/** Football codes of ESPN and other services that differ from the codes of the product. */
const FOOTBALL_CODES: Readonly<Record<string, string>> = { WSH: 'WAS', JAC: 'JAX', LA: 'LAR', LVR: 'LV' }

/** The club of a code in any case and any known variant; null if there is none. */
export function findClubByCode(sport: Sport, code: string): Club | null {
  const club = findClub(sport, code)
  if (club) return club
  const plain = code.toUpperCase()
  if (sport === 'football') return findClub(sport, FOOTBALL_CODES[plain] ?? plain)
  return listClubs(sport).find((one) => canonicalClubCode(one.code) === canonicalClubCode(plain)) ?? null
}
