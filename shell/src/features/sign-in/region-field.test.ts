import { expect, it } from 'vitest'
import { otherCountries, usStates } from './sign-up-fields.tsx'

it('usStates lists 50 states, the federal district and five territories, by ISO 3166-2', () => {
  expect(usStates()).toHaveLength(56)
  expect(usStates()).toContainEqual({ code: 'US-WA', name: 'Washington' })
  expect(usStates().every(({ code, name }) => /^US-[A-Z]{2}$/.test(code) && name.length > 3)).toBe(true)
})

it('otherCountries lists every other country of ISO 3166-1 once, ordered by name', () => {
  const countries = otherCountries()
  // 249 assigned codes minus the United States and the five territories listed with its states.
  expect(countries).toHaveLength(243)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(243)
  expect(countries).toContainEqual({ code: 'FR', name: 'France' })
  expect(countries.filter(({ code, name }) => code === name)).toEqual([])
  expect(countries.map(({ name }) => name)).toEqual(
    countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
  )
})
