import type { Random } from '../world/random.ts'
import { shuffled } from '../world/random.ts'

/**
 * A game of two clubs, by their indices in `FOOTBALL_CLUBS`: conference × 16 + division × 4 + place in the
 * division.
 */
export interface Pairing {
  readonly home: number
  readonly away: number
}
/** One game of every club. */
export type Round = readonly Pairing[]

/** A season's 17 rounds by the kind of opponent. */
export interface Rounds {
  /** Six rounds within the division; the last three repeat the first three with home and away exchanged. */
  readonly division: readonly Round[]
  /** Four rounds against one other division of the same conference. */
  readonly paired: readonly Round[]
  /** Seven rounds: against the other conference, and against the same place of the remaining divisions. */
  readonly open: readonly Round[]
}

const DIVISIONS = [0, 1, 2, 3] as const
const PLACES = [0, 1, 2, 3] as const
const club = (conference: number, division: number, place: number): number =>
  conference * 16 + division * 4 + place

/** The three ways to pair the four clubs of a division. */
const DIVISION_PAIRINGS = [
  [
    [0, 1],
    [2, 3],
  ],
  [
    [0, 2],
    [3, 1],
  ],
  [
    [0, 3],
    [1, 2],
  ],
] as const

const swapHomeAway = (round: Round): Round => round.map(({ home, away }) => ({ home: away, away: home }))

/**
 * One of four rounds (`shift` 0 to 3) in which two divisions play each other; each club has two home games in
 * the four.
 */
const against = (one: (place: number) => number, other: (place: number) => number, shift: number): Round =>
  PLACES.map((place) => {
    const first = one(place)
    const second = other((place + shift) % 4)
    return shift % 2 === 0 ? { home: first, away: second } : { home: second, away: first }
  })

/**
 * Makes the rounds of a season by the NFL's scheduling formula: six games in the division, four against
 * another division of the conference, four against a division of the other conference, two against the same
 * place of the conference's remaining divisions, and a seventeenth against the other conference.
 * @param season the year; it decides the divisions of the two conferences that meet, and the conference with
 * the ninth home game
 */
export function makeRounds(random: Random, season: number): Rounds {
  const [first, second, third, fourth] = shuffled(random, DIVISIONS)
  const pairs = [
    [first ?? 0, second ?? 1],
    [third ?? 2, fourth ?? 3],
  ] as const
  const conferences = [0, 1]
  const division = DIVISION_PAIRINGS.map((pairing) =>
    conferences.flatMap((conference) =>
      DIVISIONS.flatMap((divisionIndex) =>
        pairing.map(([a, b]) => ({
          home: club(conference, divisionIndex, a),
          away: club(conference, divisionIndex, b),
        })),
      ),
    ),
  )
  const paired = PLACES.map((shift) =>
    conferences.flatMap((conference) =>
      pairs.flatMap(([a, b]) =>
        against(
          (place) => club(conference, a, place),
          (place) => club(conference, b, place),
          shift,
        ),
      ),
    ),
  )
  const [[a, b], [c, d]] = pairs
  const samePlace = [
    [
      [a, c],
      [b, d],
    ],
    [
      [d, a],
      [c, b],
    ],
  ].map((divisionPairs) =>
    conferences.flatMap((conference) =>
      divisionPairs.flatMap(([home = 0, away = 0]) =>
        PLACES.map((place) => ({ home: club(conference, home, place), away: club(conference, away, place) })),
      ),
    ),
  )
  const rotation = season % 4
  const across = PLACES.map((shift) =>
    DIVISIONS.flatMap((divisionIndex) =>
      against(
        (place) => club(0, divisionIndex, place),
        (place) => club(1, (divisionIndex + rotation) % 4, place),
        shift,
      ),
    ),
  )
  const extra = DIVISIONS.flatMap((divisionIndex) =>
    PLACES.map((place) => {
      const afc = club(0, divisionIndex, place)
      const nfc = club(1, (divisionIndex + rotation + 2) % 4, place)
      return season % 2 === 0 ? { home: nfc, away: afc } : { home: afc, away: nfc }
    }),
  )
  return {
    division: [...division, ...division.map(swapHomeAway)],
    paired,
    open: shuffled(random, [...samePlace, ...across, extra]),
  }
}

/** The opponent of a club in a game as a list; empty if the club does not play in it. */
const opponentIn = ({ home, away }: Pairing, clubIndex: number): number[] => {
  if (home === clubIndex) return [away]
  return away === clubIndex ? [home] : []
}

/** Groups of eight clubs (two divisions) that play only each other in the `division` and `paired` rounds. */
export const groupDivisions = ({ paired }: Rounds): readonly number[][] => {
  const groups: number[][] = []
  for (let clubIndex = 0; clubIndex < 32; clubIndex++) {
    if (groups.some((group) => group.includes(clubIndex))) continue
    const opponents = paired.flatMap((round) => round.flatMap((game) => opponentIn(game, clubIndex)))
    const first = Math.floor(clubIndex / 4) * 4
    groups.push([...new Set([first, first + 1, first + 2, first + 3, ...opponents])])
  }
  return groups
}
