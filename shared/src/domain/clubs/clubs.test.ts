import { describe, expect, it } from 'vitest'
import { BASEBALL_CLUBS, FOOTBALL_CLUBS, findClub, listClubs } from './index.ts'

const zones = new Set(Intl.supportedValuesOf('timeZone'))

describe('W3 clubs', () => {
  it('are 30 in baseball and 32 in football, with unique codes', () => {
    expect(BASEBALL_CLUBS).toHaveLength(30)
    expect(FOOTBALL_CLUBS).toHaveLength(32)
    for (const clubs of [BASEBALL_CLUBS, FOOTBALL_CLUBS])
      expect(new Set(clubs.map(({ code }) => code)).size).toBe(clubs.length)
    expect(new Set(BASEBALL_CLUBS.map(({ mlbId }) => mlbId)).size).toBe(30)
  })

  it.each([...BASEBALL_CLUBS, ...FOOTBALL_CLUBS])('$sport $code has complete data', (club) => {
    const { latitude, longitude, bearing, elevationFeet, roof, name } = club.stadium
    expect([club.name, club.city, name].every((text) => text.length > 1)).toBe(true)
    // Node lists the Indianapolis zone by its old name; formatters accept both names.
    expect(zones.has(club.timeZone) || club.timeZone === 'America/Indiana/Indianapolis').toBe(true)
    expect(club.defaultGameTime).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    expect(latitude).toBeGreaterThan(25)
    expect(latitude).toBeLessThan(48)
    expect(longitude).toBeGreaterThan(-125)
    expect(longitude).toBeLessThan(-70)
    expect(elevationFeet).toBeGreaterThan(0)
    expect(elevationFeet).toBeLessThan(5300)
    if (bearing === null) expect(roof).toBe('dome')
    else expect(bearing >= 0 && bearing < 360).toBe(true)
  })

  it('have low bearing confidence for six stadiums', () => {
    const doubted = [...BASEBALL_CLUBS, ...FOOTBALL_CLUBS].filter(
      ({ stadium }) => stadium.bearingConfidence === 'low',
    )
    expect(doubted.map(({ code }) => code)).toEqual(['NYM', 'ATH', 'TEX', 'MIN', 'NYY', 'BUF'])
  })

  it('are found by sport and code', () => {
    expect(findClub('baseball', 'col')?.stadium.name).toBe('Coors Field')
    expect(findClub('football', 'ARI')?.timeZone).toBe('America/Phoenix')
    expect(findClub('baseball', 'AZ')?.city).toBe('Phoenix')
    expect(findClub('football', 'COL')).toBeNull()
    expect(listClubs('football')).toBe(FOOTBALL_CLUBS)
  })

  it('have default start times in their own time zone', () => {
    expect(findClub('football', 'ARI')?.defaultGameTime).toBe('13:25')
    expect(findClub('football', 'CHI')?.defaultGameTime).toBe('12:00')
    expect(findClub('football', 'IND')?.defaultGameTime).toBe('13:00')
    expect(findClub('baseball', 'SEA')?.defaultGameTime).toBe('19:10')
  })
})
