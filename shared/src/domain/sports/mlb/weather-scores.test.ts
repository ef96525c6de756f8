import { describe, expect, it } from 'vitest'
import { findClub } from '../../clubs/index.ts'
import { computeCarry, totalCarry } from './weather-scores.ts'

const parkOf = (code: string) => {
  const club = findClub('baseball', code)
  if (!club) throw new Error(`no club ${code}`)
  return club.stadium
}
const nothing = {
  temperatureF: null,
  windMph: null,
  windFromDegrees: null,
  rainChance: null,
  seaLevelPressureHpa: null,
  snow: null,
}

describe('W3 carry of a fly ball', () => {
  // Computed by hand: 18 °F × 0.275; 17 mph × cos 18.5° × 1.5; 5.197 × 6; 3.25 hPa × 0.02953 × 4.
  it('sums temperature, wind, altitude and pressure', () => {
    const carry = computeCarry(parkOf('COL'), {
      ...nothing,
      temperatureF: 88,
      windMph: 17,
      windFromDegrees: 202.5,
      seaLevelPressureHpa: 1010,
    })
    expect(carry.temperature).toBeCloseTo(4.95, 3)
    expect(carry.wind).toBeCloseTo(24.182, 3)
    expect(carry.altitude).toBeCloseTo(31.182, 3)
    expect(carry.pressure).toBeCloseTo(0.384, 3)
    expect(totalCarry(carry)).toBeCloseTo(60.698, 3)
  })

  it('counts unknown values as zero', () => {
    expect(computeCarry(parkOf('BOS'), nothing)).toEqual({
      temperature: 0,
      wind: 0,
      altitude: 0.096,
      pressure: 0,
    })
  })

  it('has no wind part for a park with an unknown bearing', () => {
    const stadium = { ...parkOf('BOS'), bearing: null }
    expect(computeCarry(stadium, { ...nothing, windMph: 20, windFromDegrees: 225 }).wind).toBe(0)
  })
})
