import { findClub } from '@propsight/shared/domain/clubs'
import { rateWeather, type WeatherReading } from '@propsight/shared/domain/weather'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RatingHelp } from './target-ratings.tsx'

const still: WeatherReading = {
  temperatureF: 70,
  windMph: 0,
  windFromDegrees: 0,
  rainChance: 0,
  seaLevelPressureHpa: 1013.25,
  snow: false,
}
const seaLevel = () => {
  const stadium = findClub('baseball', 'SD')?.stadium
  if (!stadium) throw new Error('no club SD')
  return { ...stadium, bearing: 180, elevationFeet: 0 }
}
const carry = (changed: Partial<WeatherReading>, elevationFeet = 0): number =>
  rateWeather('baseball', { ...seaLevel(), elevationFeet }, { ...still, ...changed }).carryFeet ?? 0

describe('W1 help text about the ratings', () => {
  const text = () => render(<RatingHelp />).container.textContent ?? ''

  it('names the same coefficients as rateWeather uses', () => {
    expect(carry({})).toBeCloseTo(0, 9)
    expect(text()).toContain(`${carry({ temperatureF: 80 }).toFixed(2)} ft for each 10 °F`)
    expect(text()).toContain(`${carry({ windMph: 1 }).toFixed(1)} ft for each mph of wind blowing out`)
    expect(carry({ windMph: 1, windFromDegrees: 180 })).toBeCloseTo(-carry({ windMph: 1 }), 9)
    expect(text()).toContain(`${carry({}, 1000).toFixed(0)} ft for each 1,000 ft of altitude`)
    const inchLower = 1013.25 - 1 / 0.02953
    expect(text()).toContain(
      `${carry({ seaLevelPressureHpa: inchLower }).toFixed(0)} ft for each inch of mercury`,
    )
  })

  it('names every rating', () => {
    for (const word of ['Home run', 'Hitting', 'Pitching', 'Passing', 'Rushing', 'Kicking', 'Overall'])
      expect(text()).toContain(word)
  })
})
