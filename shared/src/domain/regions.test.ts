import { expect, it } from 'vitest'
import { otherCountries, usStates } from './regions.ts'

it('names 50 states, the federal district and five territories, by ISO 3166-2', () => {
  expect(usStates()).toHaveLength(56)
  expect(usStates()).toContainEqual({ code: 'US-WA', name: 'Washington' })
  expect(usStates().every(({ code, name }) => /^US-[A-Z]{2}$/.test(code) && name.length > 3)).toBe(true)
})

it('names every other country of ISO 3166-1 once, in the order of the names', () => {
  const countries = otherCountries()
  // 249 assigned codes, less the United States and the five territories that stand among its states.
  expect(countries).toHaveLength(243)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(243)
  expect(countries).toContainEqual({ code: 'FR', name: 'France' })
  expect(countries.filter(({ code, name }) => code === name)).toEqual([])
  expect(countries.map(({ name }) => name)).toEqual(
    countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
  )
})
