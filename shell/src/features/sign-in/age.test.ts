import { expect, it } from 'vitest'
import { ageInYears, MINIMUM_AGE_YEARS } from './sign-in-actions.ts'

it('A3 ageInYears counts elapsed time in years of 365.25 days', () => {
  const now = new Date('2026-07-18T12:00:00Z')
  expect(ageInYears('2005-07-18', now)).toBeGreaterThanOrEqual(MINIMUM_AGE_YEARS)
  expect(ageInYears('2005-07-20', now)).toBeLessThan(MINIMUM_AGE_YEARS)
  expect(ageInYears('2000-01-01', new Date('2001-01-01'))).toBeCloseTo(366 / 365.25, 10)
  expect(ageInYears('', now)).toBeNaN()
  expect(ageInYears('2001-02-31x', now)).toBeNaN()
})
