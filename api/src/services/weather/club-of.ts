import { canonicalTeamCode } from '@propsight/shared/domain'
import { type Club, clubsOf, findClub, type Sport } from '@propsight/shared/domain/clubs'

/** ESPN's and others' codes of football clubs where they differ from ours. */
const FOOTBALL_CODES: Readonly<Record<string, string>> = { WSH: 'WAS', JAC: 'JAX', LA: 'LAR', LVR: 'LV' }

/** A club however its code is written; null where there is none. */
export function clubOf(sport: Sport, code: string): Club | null {
  const club = findClub(sport, code)
  if (club) return club
  const plain = code.toUpperCase()
  if (sport === 'football') return findClub(sport, FOOTBALL_CODES[plain] ?? plain)
  return clubsOf(sport).find((one) => canonicalTeamCode(one.code) === canonicalTeamCode(plain)) ?? null
}
