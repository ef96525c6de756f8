import { NAME_POOLS, SUFFIX_SHARE, SUFFIXES } from './names.ts'
import { pick, type Random } from '../world/random.ts'

export interface PersonName {
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly birthCity: string
  readonly birthCountry: string
}

/** Invents a name that is not in `taken`, and adds it there. */
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
    // Names that differ only in the suffix count as equal, because shared names are created on purpose
    // (`NAMESAKES`).
    const key = `${firstName} ${lastName}`
    if (taken.has(key)) continue
    taken.add(key)
    return { firstName, lastName, fullName, birthCity, birthCountry }
  }
}
