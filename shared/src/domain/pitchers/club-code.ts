/** Where books and the stats service write the same club differently. The service's present code comes first. */
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

/** One code per club, whoever wrote it: 'ARI' → 'AZ'. Unknown codes stay as they are, in capitals. */
export function canonicalTeamCode(code: string): string {
  const plain = code.trim().toUpperCase()
  return CANONICAL.get(plain) ?? plain
}
