import { pick, type Random } from '../world/random.ts'

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
export const NAME_POOLS = [
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

export const SUFFIXES = ['Jr.', 'II', 'III'] as const
/** Share of players with a suffix. */
export const SUFFIX_SHARE = 0.035

export interface PersonName {
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
