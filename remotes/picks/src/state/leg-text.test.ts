import type { LegStatus } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { amountText, resultOf } from './leg-text.ts'

const leg = (status: string, actual: number | null = 2) => ({
  status: status as LegStatus,
  actual,
  stat_type: 'Hits',
  game_pk: 777,
})

describe('P7 result of a pick', () => {
  it('is hidden while pending', () => {
    expect(resultOf(leg('pending', null))).toBeNull()
  })
  it('says that the game is not certain until it is decided', () => {
    const pending = { ...leg('pending', null), game_pk: null }
    expect(resultOf(pending)).toEqual({ word: 'Game not certain', tone: 'mid', amount: null })
    expect(resultOf({ ...pending, status: 'no-game' })?.word).toBe('NO GAME')
  })

  it.each([
    ['winner', 'Winner', 'good', '2 hits'],
    ['loser', 'Loser', 'low', '2 hits'],
    ['in-progress', 'In progress', 'mid', '2 now'],
    ['suspended', 'Suspended', 'mid', '2 so far'],
    ['push', 'Push', undefined, '2 hits'],
    ['no-game', 'NO GAME', undefined, null],
    ['abandoned', 'NO GAME', undefined, null],
  ])('shows the status %s as %s', (status, word, tone, amount) => {
    expect(resultOf(leg(status))).toEqual({ word, amount, ...(tone && { tone }) })
  })

  it('has no amount when none is known', () => {
    expect(resultOf(leg('in-progress', null))).toEqual({ word: 'In progress', tone: 'mid', amount: null })
  })

  it.each([
    [1, 'Hits', '1 hit'],
    [0, 'RBIs', '0 RBIs'],
    [1, 'RBIs', '1 RBI'],
    [1, 'Home Runs', '1 home run'],
    [3, 'Total Bases', '3 total bases'],
    [7, 'Pitcher Strikeouts', '7 strikeouts'],
    [1, 'Walks Allowed', '1 walk allowed'],
    [2, 'Earned Runs Allowed', '2 earned runs allowed'],
    [4, 'Hits+Runs+RBIs', '4 H+R+RBI'],
    [21, 'Hitter Fantasy Score', '21 points'],
  ])('writes %d of %s as %s', (value, stat, text) => {
    expect(amountText(value, stat)).toBe(text)
  })
})
