/**
 * Codes of the same club in books and in the stats service. The first is the current code of the stats
 * service.
 */
const SAME_CLUB = [
  ['AZ', 'ARI'],
  ['ATH', 'OAK'],
  ['CWS', 'CHW'],
  ['KC', 'KCR'],
  ['SD', 'SDP'],
  ['SF', 'SFG'],
  ['TB', 'TBR'],
  ['WSH', 'WAS', 'WSN'],
] as const

const CANONICAL = new Map<string, string>(SAME_CLUB.flatMap((codes) => codes.map((code) => [code, codes[0]])))

/**
 * Maps a club code of any source to one code per club: 'ARI' → 'AZ'. Unknown codes are returned in upper
 * case.
 */
export function canonicalClubCode(code: string): string {
  const plain = code.trim().toUpperCase()
  return CANONICAL.get(plain) ?? plain
}
