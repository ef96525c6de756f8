import { listStatNames, marketFacts } from '@propsight/shared/domain'
import { listClubs } from '@propsight/shared/domain/clubs'
import type { PictureWords } from '../../../../sources/box-score-league.ts'

const words = (list: string): readonly string[] => list.split(/\s+/)

/** Lower-case letters in which those that the recogniser confuses are equal. */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[|!1i]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b')
    .replace(/[^a-z+]/g, '')

/** A name without signs and capitals, for comparison. The apostrophe stays: "A's" is a club, 'as' is not. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^a-z' ]/g, '')

/** Cities and nicknames that the list of clubs does not have. */
const OTHER_PLACES: Readonly<Record<string, readonly string[]>> = {
  ATH: ['oakland', 'sacramento', 'las vegas'],
}
const OTHER_NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  ATH: ["a's"],
  AZ: ['dbacks', 'd backs'],
  TOR: ['jays'],
}

/** The names of a club of baseball: its cities, and its nicknames. */
function namesOf({ code, name }: { code: string; name: string }) {
  const parts = keyOf(name).split(' ')
  const nicknameWords = / (sox|jays)$/.test(keyOf(name)) ? 2 : 1
  return {
    code,
    places: [parts.slice(0, -nicknameWords).join(' '), ...(OTHER_PLACES[code] ?? [])].filter(Boolean),
    nicknames: [parts.slice(-nicknameWords).join(' '), ...(OTHER_NICKNAMES[code] ?? [])],
  }
}

const ANY_LINE = [0.5, 150] as const
const MARKETS = [...listStatNames('hitting'), ...listStatNames('pitching')]
const OTHER_CODES = words('AZ OAK CHW KCR SDP SFG TBR WAS WSN ATH CWS WSH')

const BASEBALL: PictureWords = {
  game: 'baseball',
  clubs: listClubs('baseball').map(namesOf),
  otherCodes: Object.fromEntries(OTHER_CODES.map((code) => [code, code])),
  positions: words('P SP RP C 1B 2B 3B SS LF CF RF OF IF DH UTIL TWP'),
  misreadPositions: Object.fromEntries(
    words('IB=1B LB=1B 18=1B I8=1B 28=2B ZB=2B 38=3B S5=SS 55=SS 5S=SS 0F=OF QF=OF').map((pair) =>
      pair.split('='),
    ),
  ),
  markets: Object.fromEntries(MARKETS.map((name) => [name, marketFacts(name)?.plausible ?? ANY_LINE])),
  spellings: {
    'H+R+RBI': 'Hits+Runs+RBIs',
    'H+R+RBIs': 'Hits+Runs+RBIs',
    Strikeouts: 'Pitcher Strikeouts',
    'Pitcher Hits Allowed': 'Hits Allowed',
    RBI: 'RBIs',
    'Batter Strikeouts': 'Hitter Strikeouts',
  },
  nouns: words(
    `appearances assists balks balls barrels bases bats batters bunts changeups curveballs doubles fastballs flyouts
    groundouts hits homers hrs ks lineouts pitches points putouts rbi rbis runs saves singles sliders speed steals
    strikeouts strikes swings triples velocity walks whiffs wins`,
  ),
  qualifiers: words(
    `allowed at base batter batting by called caught combined combo double earned extra faced fantasy faster fastest first
    fly ground hit hitter home innings inning inn longest left max on outs pitch pitched pitcher pitching plate plays
    quality recorded score second starts stealing stolen swinging team third thrown through total + &`,
  ),
  highestLine: 200,
}

/** The short form of a city: 'ny', 'la', 'chi'. */
const shortPlace = (place: string): string =>
  place.includes(' ') ? place.replace(/\B\w+| /g, '') : place.slice(0, 3)

/** Each club's code by its nickname, alone or after its city: 'yankees', 'new york yankees', 'ny yankees'. */
const indexNicknames = (clubs: PictureWords['clubs']): ReadonlyMap<string, string> =>
  new Map(
    clubs.flatMap(({ code, places, nicknames }) =>
      nicknames.flatMap((nickname) =>
        ['', code.toLowerCase(), ...places, ...places.map(shortPlace)].map(
          (place) => [`${place} ${nickname}`.trim(), code] as const,
        ),
      ),
    ),
  )

/** The code of the only club of a city, or null for a city with two clubs; these also by their short form. */
const indexPlaces = (clubs: PictureWords['clubs']): ReadonlyMap<string, string | null> =>
  new Map(
    clubs.flatMap(({ code, places }) =>
      places.flatMap((place): [string, string | null][] => {
        const isShared = clubs.some((other) => other.code !== code && other.places.includes(place))
        return isShared ? [place, shortPlace(place)].map((name) => [name, null]) : [[place, code]]
      }),
    ),
  )

/** The tables by which the words of pictures of a sport are read. */
export function indexWords(sport: PictureWords) {
  const { clubs, markets, spellings, nouns, qualifiers } = sport
  const names = Object.keys(markets)
  return {
    ...sport,
    positions: new Set(sport.positions),
    /** The code of a club by each of its printed codes. */
    codes: new Map([...clubs.map(({ code }) => [code, code] as const), ...Object.entries(sport.otherCodes)]),
    lowerCodes: new Set(clubs.map(({ code }) => code.toLowerCase())),
    byNickname: indexNicknames(clubs),
    byPlace: indexPlaces(clubs),
    /** Words of the names of markets, in lower case. */
    labels: new Set(names.flatMap((name) => name.toLowerCase().split(/[ +]/))),
    spellings: [...names.map((name) => [name, name] as const), ...Object.entries(spellings)].map(
      ([spelling, name]) => ({ plain: plainLetters(spelling), name }),
    ),
    /** Words of markets by their plain letters. */
    marketWords: new Map([...nouns, ...qualifiers].map((word) => [plainLetters(word) || word, word])),
  }
}
type SportWords = ReturnType<typeof indexWords>

const BASEBALL_WORDS = indexWords(BASEBALL)
let current = BASEBALL_WORDS

/** The words of the sport of the picture whose text is being interpreted. */
export const currentWords = (): SportWords => current

/** Interprets text of a picture by the words of its sport. @param sport null for baseball */
export function withWords<T>(sport: PictureWords | null, interpret: () => T): T {
  current = sport ? indexWords(sport) : BASEBALL_WORDS
  try {
    return interpret()
  } finally {
    current = BASEBALL_WORDS
  }
}
