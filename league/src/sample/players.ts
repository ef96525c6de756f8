import { CLUBS } from '../data/clubs.ts'
import type { BatSide, Hand, Person, PositionCode } from '../world/entities.ts'
import { normal, pick, type Random, randomFrom } from '../world/random.ts'
import {
  averageTalents,
  BAT_SIDE_CODES,
  BATTER_SPREAD,
  DOUBLE,
  EVENT_COUNT,
  HOME_RUN,
  PITCHER_SPREAD,
  SINGLE,
  STRIKE_OUT,
  type Talents,
  WALK,
} from './plate-appearance.ts'

export type Role = 'regular' | 'bench' | 'starter' | 'closer' | 'setup' | 'middle'

/** One place on a club's forty-man roster. */
interface RosterSlot {
  readonly role: Role
  readonly position: PositionCode
  /** Positions that the player can play; the first is the main position. */
  readonly covers: readonly PositionCode[]
  readonly reserve: boolean
}

const hitter = (role: 'regular' | 'bench', covers: readonly PositionCode[], reserve = false): RosterSlot => ({
  role,
  position: covers[0] ?? '10',
  covers,
  reserve,
})
const pitcher = (role: Role, reserve = false): RosterSlot => ({ role, position: '1', covers: ['1'], reserve })

/** Nine regulars, four bench players, five starters, eight relievers, and seven reserves in the minors. */
export const ROSTER_PLAN: readonly RosterSlot[] = [
  hitter('regular', ['2']),
  hitter('regular', ['3', '10']),
  hitter('regular', ['4', '6']),
  hitter('regular', ['5', '3']),
  hitter('regular', ['6', '4']),
  hitter('regular', ['7', '9']),
  hitter('regular', ['8', '7']),
  hitter('regular', ['9', '7']),
  hitter('regular', ['10', '3', '7']),
  hitter('bench', ['2']),
  hitter('bench', ['4', '5', '6', '10']),
  hitter('bench', ['7', '8', '9', '10']),
  hitter('bench', ['3', '5', '10', '7']),
  hitter('bench', ['2'], true),
  hitter('bench', ['6', '5', '4', '3'], true),
  hitter('bench', ['8', '7', '9', '10'], true),
  ...Array.from({ length: 5 }, () => pitcher('starter')),
  pitcher('closer'),
  pitcher('setup'),
  ...Array.from({ length: 6 }, () => pitcher('middle')),
  pitcher('starter', true),
  pitcher('starter', true),
  pitcher('middle', true),
  pitcher('middle', true),
]

export const SLOTS_PER_CLUB = ROSTER_PLAN.length

/** Shares of left-handers and switch hitters, near those of the Major Leagues. */
const LEFT_HANDED_PITCHERS = 0.28
const LEFT_HANDED_BATTERS = 0.32
const SWITCH_HITTERS = 0.11

/** Given names of the invented players, by the background they suggest. */
const ENGLISH =
  'Aaron Beckett Brody Caleb Carson Casey Colton Cooper Dalton Declan Easton Emmett Everett Garrett Grady Griffin Harlan Hollis Hudson Jasper Kellan Landon Lane Levi Maddox Miles Nolan Owen Palmer Parker Porter Quinn Reid Rhett Sawyer Silas Tanner Tate Thatcher Tobias Tucker Weston Wilder Wyatt Zane'
const SPANISH =
  'Adrián Alejo Andrés Ángel Anselmo Benicio Camilo Ciro Cristóbal Diógenes Efraín Eladio Elías Emiliano Esteban Ezequiel Fabián Gael Heriberto Ignacio Isaías Joaquín Jonás Leonel Lisandro Mateo Maximiliano Moisés Nelsón Octavio Raúl Rubén Salvador Tomás Ulises Valentín Wilmer Yadiel Yeremí'
const JAPANESE = 'Daichi Haruki Kaito Kenta Naoki Ren Shinji Takumi Yūto'
const KOREAN = 'Dong-hyun Jae-won Min-seok Seung-ho Tae-yang'

const ENGLISH_LAST =
  'Abernathy Ashdown Ballinger Barlowe Birchwood Blackwell Bramwell Brightman Cadwell Calloway Carmody Castleton Chadbourne Colfax Copperfield Crandall Cromarty Dankworth Delacroix Denholm Draycott Eastlake Ellery Fairbairn Farnsworth Fenwick Galbraith Garrity Greycliff Hadleigh Halloran Hargreave Hartwick Haverford Hawksworth Holloway Huxtable Ivers Jessop Kettering Kilgarriff Kirkbride Lathrop Lindqvist Lockridge Loughlin MacCallum Marchbanks McTavish Merriweather Middlebrook Montcrief Nordstrom Oakhurst Overstreet Pemberton Pettigrew Pickering Quimby Radcliffe Ravenscroft Redfield Rookwood Rutherglen Sandoval-Pike Severn Sheridan Silverthorne Somerset Stanhope Stockbridge Strathmore Tamblyn Thistlewood Thornbury Trelawney Underhill Vandermeer Wadsworth Wainwright Weatherby Whitlock Winterbourne Wolcott Yarborough'
const IRISH_LAST = "O'Bannion O'Dell O'Farrell O'Keeffe O'Mara D'Arcy D'Antoni"
const HYPHEN_LAST = 'Ashby-Cole Baker-Finch Lloyd-Hart Kiner-Vance Smith-Okafor Ortiz-Bell'
const SPANISH_LAST =
  'Abreú Aldecoa Almonte Alvarado Arredondo Báez-Luna Barrientos Benavídez Cabral Calderón Camarena Candelario Carrasquel Cedeño Colmenares Corporán De-Jesús Del-Valle Echeverría Encarnación Escarrá Espinosa Figueredo Fuenmayor Galíndez Gonsálvez Guaramato Guzmán Henríquez Ibáñez Izturiz Jáquez Lamarche Liriano Lozada Maldonado Manzanillo Marmolejos Mejías Montañez Navarrete Ñíguez Olivárez Palacíos Pantoja Paulino Peralta Quiñónez Rengifo Resendiz Rosales Samaniego Santibáñez Tejada-Ruiz Terán Ureña Valdespino Vallecillo Vizcaíno Yépez Zambrano Zúñiga'
const JAPANESE_LAST = 'Aizawa Fujikura Hayashida Ishimoto Kurosawa Matsunaga Ōtsuki Tachibana Yamagishi'
const KOREAN_LAST = 'Bae Choi Han Kang Noh Ryu Seo'

const words = (...lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(' '))

/** Pools of first names, last names and birthplaces, with their weights. */
const NAME_POOLS = [
  {
    weight: 0.58,
    first: words(ENGLISH),
    last: words(ENGLISH_LAST, IRISH_LAST, HYPHEN_LAST),
    from: [
      ['Macon', 'USA'],
      ['Fresno', 'USA'],
      ['Tulsa', 'USA'],
      ['Dayton', 'USA'],
      ['Kelowna', 'Canada'],
    ],
  },
  {
    weight: 0.35,
    first: words(SPANISH),
    last: words(SPANISH_LAST),
    from: [
      ['San Cristóbal', 'Dominican Republic'],
      ['Maracay', 'Venezuela'],
      ['Ponce', 'Puerto Rico'],
      ['Colón', 'Panama'],
      ['Hermosillo', 'Mexico'],
    ],
  },
  {
    weight: 0.045,
    first: words(JAPANESE),
    last: words(JAPANESE_LAST),
    from: [
      ['Sendai', 'Japan'],
      ['Kobe', 'Japan'],
    ],
  },
  {
    weight: 0.025,
    first: words(KOREAN),
    last: words(KOREAN_LAST),
    from: [
      ['Daegu', 'South Korea'],
      ['Incheon', 'South Korea'],
    ],
  },
] as const

const SUFFIXES = ['Jr.', 'II', 'III'] as const
/** Share of players with a suffix. */
const SUFFIX_SHARE = 0.035

interface PersonName {
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly birthCity: string
  readonly birthCountry: string
}

const drawPool = (random: Random): (typeof NAME_POOLS)[number] => {
  let remaining = random()
  for (const pool of NAME_POOLS) {
    remaining -= pool.weight
    if (remaining < 0) return pool
  }
  return NAME_POOLS[0]
}

/** Invents a name that is not in `taken`, and adds it there. */
export function inventName(random: Random, taken: Set<string>): PersonName {
  for (;;) {
    const pool = drawPool(random)
    const firstName = pick(random, pool.first)
    const plain = pick(random, pool.last)
    const suffix = random() < SUFFIX_SHARE ? ` ${pick(random, SUFFIXES)}` : ''
    const lastName = plain.replaceAll('De-', 'De ').replaceAll('Del-', 'Del ')
    const [birthCity, birthCountry] = pick<readonly [string, string]>(random, pool.from)
    const fullName = `${firstName} ${lastName}${suffix}`
    // Names that differ only in the suffix count as equal, because shared names are created on purpose
    // (`NAMESAKES`).
    const key = `${firstName} ${lastName}`
    if (taken.has(key)) continue
    taken.add(key)
    return { firstName, lastName, fullName, birthCity, birthCountry }
  }
}

/** Above all ids that the stats service has assigned, so that no id belongs to a real player. */
const FIRST_ID = 900_001
/**
 * Pairs of players with the same name: club index and roster place of both. Most are regulars, so both have
 * lines.
 */
const NAMESAKES: readonly (readonly [number, number, number, number])[] = [
  [2, 4, 21, 6],
  [5, 2, 24, 5],
  [9, 6, 16, 3],
  [13, 1, 28, 7],
  [0, 3, 19, 4],
  [7, 17, 22, 6],
]

/** Multipliers of the league's rates by role. */
const ROLE_MULTIPLIERS: Readonly<Record<Role, Readonly<Record<number, number>>>> = {
  regular: { [SINGLE]: 1.015, [HOME_RUN]: 1.08, [WALK]: 1.03, [STRIKE_OUT]: 0.98 },
  bench: { [SINGLE]: 0.95, [DOUBLE]: 0.95, [HOME_RUN]: 0.75, [WALK]: 0.93, [STRIKE_OUT]: 1.08 },
  starter: {},
  closer: { [STRIKE_OUT]: 1.22, [SINGLE]: 0.94, [HOME_RUN]: 0.85 },
  setup: { [STRIKE_OUT]: 1.14, [SINGLE]: 0.96, [HOME_RUN]: 0.92 },
  middle: { [STRIKE_OUT]: 1.02 },
}

const drawTalent = (
  random: Random,
  spread: readonly number[],
  slot: RosterSlot,
  into: Float64Array,
  at: number,
) => {
  for (let event = 0; event < EVENT_COUNT; event++) {
    const multiplier =
      (ROLE_MULTIPLIERS[slot.role][event] ?? 1) * (slot.reserve && event === SINGLE ? 0.97 : 1)
    into[at + event] = Math.exp(normal(random) * (spread[event] ?? 0)) * multiplier
  }
}

const drawBatSide = (random: Random): BatSide => {
  const u = random()
  if (u < SWITCH_HITTERS) return 'S'
  return u < SWITCH_HITTERS + LEFT_HANDED_BATTERS ? 'L' : 'R'
}

const drawHands = (random: Random, pitcher: boolean): { bats: BatSide; throws: Hand } => {
  const throws: Hand = random() < (pitcher ? LEFT_HANDED_PITCHERS : 0.06) ? 'L' : 'R'
  const bats = drawBatSide(random)
  return { throws, bats: pitcher ? throws : bats }
}

const drawBody = (random: Random, season: number) => {
  const age = 22 + Math.floor(13 * random() ** 1.6)
  const born = new Date(Date.UTC(season - age, Math.floor(random() * 12), 1 + Math.floor(random() * 28)))
  const debut = Math.max(age - 24 - Math.floor(random() * 3), 4)
  return {
    birthDate: born.toISOString().slice(0, 10),
    height: Math.round(73 + normal(random) * 2.2),
    weight: Math.round(208 + normal(random) * 17),
    debut: `${season - debut}-0${4 + Math.floor(random() * 5)}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
  }
}

/**
 * Makes the invented players of all clubs with their true talents. The index of a person is
 * `club × SLOTS_PER_CLUB + slot`. Deterministic from the seed; only ages and debuts depend on the season.
 */
export function makePlayers(seed: string, season: number): { people: Person[]; talents: Talents } {
  const taken = new Set<string>()
  const talents = averageTalents(CLUBS.length * SLOTS_PER_CLUB)
  const names = new Map<number, PersonName>()
  const naming = randomFrom(seed, 'names')
  for (const [club, slot, otherClub, otherSlot] of NAMESAKES) {
    const name = inventName(naming, taken)
    names.set(club * SLOTS_PER_CLUB + slot, name)
    names.set(otherClub * SLOTS_PER_CLUB + otherSlot, name)
  }
  const people = CLUBS.flatMap((club, clubIndex) =>
    ROSTER_PLAN.map((slot, slotIndex): Person => {
      const index = clubIndex * SLOTS_PER_CLUB + slotIndex
      const random = randomFrom(seed, 'player', index)
      const name = names.get(index) ?? inventName(naming, taken)
      const { bats, throws } = drawHands(random, slot.position === '1')
      talents.bats[index] = BAT_SIDE_CODES[bats]
      talents.throws[index] = throws === 'L' ? 1 : 0
      talents.steal[index] = Math.min(0.45, 0.07 * Math.exp(normal(random) * 0.8))
      talents.stamina[index] = 97 + normal(random) * 6
      drawTalent(random, BATTER_SPREAD, slot, talents.bat, index * EVENT_COUNT)
      drawTalent(random, PITCHER_SPREAD, slot, talents.arm, index * EVENT_COUNT)
      const status = slot.reserve ? 'minors' : 'active'
      const number = String(1 + ((slotIndex * 2 + clubIndex * 7) % 99))
      return {
        id: FIRST_ID + index,
        ...name,
        ...drawBody(random, season),
        bats,
        throws,
        number,
        position: slot.position,
        teamId: club.id,
        status,
      }
    }),
  )
  return { people, talents }
}
