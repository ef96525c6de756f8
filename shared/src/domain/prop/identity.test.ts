import { describe, expect, it } from 'vitest'
import { recordOfGame } from './identity.ts'

const DATE = '2026-07-15'
const game = (gamePk: number, certain?: false) => ({
  date: DATE,
  gamePk,
  ...(certain === false && { certain }),
})
const record = {
  name: 'Bo Bat',
  forecasts: ['first'],
  forecastGame: game(77, false),
  forecastNote: 'opener' as string | undefined,
  tonight: 'the first game' as string | undefined,
  otherGames: [{ forecasts: ['second'], forecastGame: game(78, false) }],
}

describe('the record of a player for the game of a line', () => {
  it.each([
    ['the next game', { gameTime: null, gamePk: 77 }],
    ['an unknown game', { gameTime: null, gamePk: 79 }],
    ['one of the two, undecided', { gameTime: `${DATE}T23:05:00Z`, gamePk: null }],
    ['one of the two, of an older API', { gameTime: `${DATE}T23:05:00Z` }],
  ])('is the record itself for %s', (_, line) => {
    expect(recordOfGame(record, line)).toBe(record)
  })
  it('has the forecasts of the other game, and nothing that is of the next game only', () => {
    const second = recordOfGame(record, { gameTime: null, gamePk: 78 })
    expect(second).toMatchObject({
      name: 'Bo Bat',
      forecasts: ['second'],
      forecastGame: { gamePk: 78 },
      forecastNote: undefined,
      tonight: undefined,
    })
  })
  it('is the same object for the same game, and another one for another record', () => {
    const line = { gameTime: null, gamePk: 78 }
    expect(recordOfGame(record, line)).toBe(recordOfGame(record, line))
    const injured = { ...record, name: 'Injured' }
    expect(recordOfGame(injured, line)).toMatchObject({ name: 'Injured', forecasts: ['second'] })
  })
  it('is the record itself where an API describes no other game', () => {
    const { otherGames: _, ...old } = record
    expect(recordOfGame(old, { gameTime: null, gamePk: 78 })).toBe(old)
  })
})
