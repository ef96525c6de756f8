// Beside the table of the clubs, which few pages need.

/**
 * Codes of the same club in books and services, also of football. The first is the current code of the stats service or
 * of ESPN. No code is that of two clubs of one sport.
 */
const SAME_CLUB = [
  ['AZ', 'ARI'],
  ['ATH', 'OAK'],
  ['CWS', 'CHW'],
  ['JAX', 'JAC'],
  ['KC', 'KCR'],
  ['LAR', 'LA'],
  ['LV', 'LVR'],
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

/** Main and second color of the clubs: code, then both as hexadecimal digits. */
export const CLUB_COLORS =
  'ATH 003831 efb21e,ATL ce1141 13274f,AZ a71930 e3d4ad,BAL df4601 27251f,BOS bd3039 0c2340,CHC 0e3386 cc3433,' +
  'CIN c6011f 000000,CLE 00385d e50022,COL 333366 c4ced4,CWS 27251f c4ced4,DET 0c2340 fa4616,HOU 002d62 eb6e1f,' +
  'KC 004687 bd9b60,LAA ba0021 003263,LAD 005a9c ef3e42,MIA 00a3e0 ef3340,MIL 12284b ffc52f,MIN 002b5c d31145,' +
  'NYM 002d72 ff5910,NYY 0c2340 c4ced3,PHI e81828 002d72,PIT 27251f fdb827,SD 2f241d ffc425,SEA 0c2c56 005c5c,' +
  'SF fd5a1e 27251f,STL c41e3a 0c2340,TB 092c5c 8fbce6,TEX 003278 c0111f,TOR 134a8e 1d2d5c,WSH ab0003 14225a'
