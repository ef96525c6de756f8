import { describe, expect, it } from 'vitest'
import { aLine } from '../analysis/testing/record-fixtures.ts'
import { standardLines } from './standard-lines.ts'

const standard = aLine({ line: 1.5 })
const goblin = aLine({ line: 0.5, oddsType: 'goblin' })

describe('the standard line of a line', () => {
  it('is that of the same player, market and game', () => {
    const of = standardLines([goblin, standard])
    expect(of(goblin)).toBe(1.5)
    expect(of(standard)).toBe(1.5)
    expect(of({ ...goblin, team: 'BOS' })).toBeNull()
    expect(of({ ...goblin, statType: 'Hits' })).toBeNull()
    expect(of({ ...goblin, gameTime: '2026-07-16T23:05:00Z' })).toBeNull()
  })

  it('is found for another spelling of name, market and time', () => {
    const of = standardLines([aLine({ name: 'José Bat' })])
    expect(of({ ...goblin, name: 'Jose  Bat', gameTime: '2026-07-15T23:05:00.000Z' })).toBe(1.5)
  })

  it('is its own for a standard line, also without the board and next to a second standard line', () => {
    const second = aLine({ line: 2.5 })
    expect(standardLines([standard, second])(second)).toBe(2.5)
    expect(standardLines([])(second)).toBe(2.5)
    expect(standardLines([])(goblin)).toBeNull()
  })

  it('is found after the book moved the start within the league day, and by the nearest of two games', () => {
    const of = standardLines([standard])
    expect(of({ ...goblin, gameTime: '2026-07-15T20:10:00Z' })).toBe(1.5)
    expect(of({ ...goblin, gameTime: '2026-07-16T04:30:00Z' })).toBeNull()
    const second = aLine({ line: 2.5, gameTime: '2026-07-15T17:05:00Z' })
    const doubleheader = standardLines([standard, second])
    expect(doubleheader({ ...goblin, gameTime: '2026-07-15T23:30:00Z' })).toBe(1.5)
    expect(doubleheader({ ...goblin, gameTime: '2026-07-15T17:00:00Z' })).toBe(2.5)
  })

  it('is found without a start time if the book has one game of the player', () => {
    const untimed = { ...goblin, gameTime: null }
    const tomorrow = aLine({ line: 2.5, gameTime: '2026-07-16T23:05:00Z' })
    expect(standardLines([standard])(untimed)).toBe(1.5)
    expect(standardLines([standard, tomorrow])(untimed)).toBeNull()
  })

  it('is not known for a promotion without a regular line', () => {
    const promotion = aLine({ line: 0.5, promo: true })
    expect(standardLines([promotion])(goblin)).toBeNull()
    expect(standardLines([promotion])(promotion)).toBeNull()
    expect(standardLines([promotion, standard])(goblin)).toBe(1.5)
  })

  it('is that of the promotion for a pick that was saved from it', () => {
    const board = standardLines([aLine({ line: 0.5, promo: true, regularLine: 1.5 })])
    expect(board(aLine({ line: 0.5 }))).toBe(1.5)
  })

  it('is the line before a promotion, and never one of two players', () => {
    expect(standardLines([])(aLine({ line: 0.5, promo: true, regularLine: 1.5 }))).toBe(1.5)
    expect(standardLines([aLine({ combo: true })])(goblin)).toBeNull()
  })
})
