import { pickToRow } from '@propsight/shared/client'
import type { Pick } from '@propsight/shared/contracts'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PickCard } from './pick-card.tsx'

const NOW = Date.parse('2026-07-18T18:00:00Z')

const aPick = (more: Partial<Pick> = {}): Pick => ({
  id: 'pick_1752850000000_abc123',
  playerName: 'Dax Holloway',
  sport: 'MLB',
  confidence: 63,
  forecast: { low: 57, high: 69, push: 0, fairLine: 2.1, engine: '2026.11.22' },
  projectedStatLine: '2.0 Total Bases, expected',
  extractedStatLine: null,
  originalStats: '1.5 More Total Bases',
  bettingAnalysis: { projectedTotal: 2, recommendation: 'OVER', bettingLine: 1.5 },
  defensiveAnalysis: null,
  injuryImpact: null,
  recentForm: null,
  overHitPercentage: 70,
  reasoning: '',
  createdAt: '2026-07-18T16:00:00Z',
  expiresAt: '2026-07-19T12:00:00Z',
  statType: 'Total Bases',
  oddsType: 'standard',
  team: 'CIN',
  opponent: 'COL',
  homeAway: 'AWAY',
  gameTime: null,
  gameId: null,
  personId: 1,
  sample: { window: 10, over: 7, under: 3, push: 0 },
  games: [],
  source: 'sample',
  unavailable: {},
  ...more,
})

const show = (more: Partial<Pick>) =>
  render(<PickCard row={pickToRow(aPick(more), '6f9619ff-8b86-4d01-b42d-00c04fc964ff')} now={NOW} />)

describe('P5: a saved pick', () => {
  it('shows the probability that was promised, its interval, grade and break-even, and the counts', () => {
    const { container } = show({})
    expect(screen.getByText('57–69')).toBeDefined()
    expect(screen.getByText('7 of 10 over')).toBeDefined()
    expect(
      screen.getByRole('img', { name: '63 percent, interval 57 to 69, break-even 57.7' }).className,
    ).toContain('mid')
    expect(container.textContent).toContain('63%')
  })

  it.each([
    [80, 'good'],
    [60, 'mid'],
    [59, 'low'],
  ])('grades %d as %s', (confidence, grade) => {
    show({ confidence })
    expect(screen.getByRole('img').className).toContain(grade)
  })

  it('has no break-even on a goblin', () => {
    show({ oddsType: 'goblin' })
    expect(screen.getByRole('img', { name: '63 percent, interval 57 to 69' })).toBeDefined()
  })

  it('from before the engine shows its rate, and says that it is no probability', () => {
    const { forecast: _, ...before } = aPick({ confidence: null })
    render(<PickCard row={pickToRow(before, '6f9619ff-8b86-4d01-b42d-00c04fc964ff')} now={NOW} />)
    expect(screen.getByText('7 of 10 over · no probability')).toBeDefined()
    expect(screen.queryByRole('img')).toBeNull()
  })
})
