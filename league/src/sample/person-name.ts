import { NAME_POOLS, SUFFIX_SHARE, SUFFIXES } from './names.ts'
import { pick, type Random } from './random.ts'

export interface PersonName {
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly birthCity: string
  readonly birthCountry: string
}

/** An invented name that `taken` does not hold yet; it is added to it. */
export function inventName(random: Random, taken: Set<string>): PersonName {
  for (;;) {
    let left = random()
    const pool =
      NAME_POOLS.find(({ weight }) => {
        left -= weight
        return left < 0
      }) ?? NAME_POOLS[0]
    const firstName = pick(random, pool.first)
    const plain = pick(random, pool.last)
    const suffix = random() < SUFFIX_SHARE ? ` ${pick(random, SUFFIXES)}` : ''
    const lastName = plain.replaceAll('De-', 'De ').replaceAll('Del-', 'Del ')
    const [birthCity, birthCountry] = pick<readonly [string, string]>(random, pool.from)
    const fullName = `${firstName} ${lastName}${suffix}`
    // Two who differ in the suffix alone would be a shared name by accident: those are planted on purpose.
    const key = `${firstName} ${lastName}`
    if (taken.has(key)) continue
    taken.add(key)
    return { firstName, lastName, fullName, birthCity, birthCountry }
  }
}
