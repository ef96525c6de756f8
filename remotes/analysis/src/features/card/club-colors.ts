import { canonicalClubCode } from '@propsight/shared/domain'

/** Main and second color of the clubs: code, then both as hexadecimal digits. */
const TABLE =
  'ATH 003831 efb21e,ATL ce1141 13274f,AZ a71930 e3d4ad,BAL df4601 27251f,BOS bd3039 0c2340,CHC 0e3386 cc3433,' +
  'CIN c6011f 000000,CLE 00385d e50022,COL 333366 c4ced4,CWS 27251f c4ced4,DET 0c2340 fa4616,HOU 002d62 eb6e1f,' +
  'KC 004687 bd9b60,LAA ba0021 003263,LAD 005a9c ef3e42,MIA 00a3e0 ef3340,MIL 12284b ffc52f,MIN 002b5c d31145,' +
  'NYM 002d72 ff5910,NYY 0c2340 c4ced3,PHI e81828 002d72,PIT 27251f fdb827,SD 2f241d ffc425,SEA 0c2c56 005c5c,' +
  'SF fd5a1e 27251f,STL c41e3a 0c2340,TB 092c5c 8fbce6,TEX 003278 c0111f,TOR 134a8e 1d2d5c,WSH ab0003 14225a'

const COLORS = new Map(
  TABLE.split(',').map((row) => {
    const [code = '', ...colors] = row.split(' ')
    return [code, colors.map((color) => `#${color}`)] as const
  }),
)

/** Relative luminance of the sRGB color, by WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The luminance at which black and white text have the same contrast, of at least 4.5. */
const EVEN_LUMINANCE = 0.179

export interface ClubColors {
  main: string
  second: string
  /** Black or white, whichever contrasts more with the main color. */
  text: string
}

const GRAY = ['#4b545a', '#929da4']

/** The colors of a club by any of its codes; gray for an unknown one. */
export function clubColors(team: string): ClubColors {
  const [main = '', second = ''] = COLORS.get(canonicalClubCode(team)) ?? GRAY
  return { main, second, text: luminanceOf(main) > EVEN_LUMINANCE ? '#000' : '#fff' }
}
