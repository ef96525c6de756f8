import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openBoard } from '../testing/open-dashboard.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const bar = () => within(screen.getByRole('region', { name: 'Chosen to compare' }))

describe('the comparison of cards', () => {
  it('shows the cards in columns, and marks the best value for each card’s own pick', async () => {
    const { user, picks } = await openBoard()
    await user.keyboard('jc')
    expect(bar().getByText('Choose another one to compare')).toBeDefined()
    expect(bar().getByRole<HTMLButtonElement>('button', { name: 'Compare 1' }).disabled).toBe(true)
    await user.keyboard('jcjc')
    await user.click(bar().getByRole('button', { name: 'Compare 3' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare 3 lines' }))
    expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'José RamírezOver 0.5',
      "Mack O'NeillUnder 1.5",
      'Cal WhitlockUnder 1.5',
    ])
    const row = (name: string) => {
      const found = dialog.getByRole('rowheader', { name }).closest('tr') as HTMLElement
      return within(found)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    }
    expect(row('Probability')).toEqual(['81%71–91Best', '72%62–82', '64%54–74'])
    // Each pick won in 9 of the last 10 games. No card is marked best when all values are equal.
    expect(row('Hit rate, last 10')).toEqual(['90%9 of 10 over', '90%9 of 10 under', '90%9 of 10 under'])
    expect(row('Hit rate, at home')).toEqual([
      '80%4 of 5 over',
      '100%5 of 5 underBest',
      '100%5 of 5 underBest',
    ])
    expect(row('Hit rate, away')).toEqual(['100%5 of 5 overBest', '80%4 of 5 under', '80%4 of 5 under'])
    expect(row('Above break-even')).toEqual(['+23.3 ptsBest', '+14.3 pts', '+6.3 pts'])
    expect(row('Fair line')).toEqual(['1.3+0.8Best', '0.8−0.7', '1.0−0.5'])
    expect(row('Form, 5 v 10 games')).toEqual([
      'Rising2.8 v 2.5, for the over',
      'Falling0.4 v 0.6, for the under',
      'Falling0.4 v 0.6, for the under',
    ])
    await user.click(dialog.getByRole('button', { name: /^Save Cal Whitlock/ }))
    await waitFor(() => expect(picks()).toHaveLength(1))
    await user.click(dialog.getByRole('button', { name: 'Remove José Ramírez from the comparison' }))
    expect(await screen.findByRole('dialog', { name: 'Compare 2 lines' })).toBeDefined()
  })

  it('accepts four cards, rejects the fifth with a message, and is empty after Clear', async () => {
    const { user } = await openBoard()
    await user.keyboard('jcjcjcjc')
    expect(bar().getByText('At most four')).toBeDefined()
    await user.keyboard('c')
    expect(bar().getByRole('button', { name: 'Compare 3' })).toBeDefined()
    await user.click(bar().getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region', { name: 'Chosen to compare' })).toBeNull()
  })

  it('can be started by a button of an expanded card', async () => {
    const { user } = await openBoard()
    await user.click(screen.getByRole('button', { name: /José Ramírez: hit rates$/ }))
    const button = screen.getByRole('button', { name: /^Compare José Ramírez, 0.5 Hits/ })
    await user.click(button)
    expect(button.getAttribute('aria-pressed')).toBe('true')
  })
})
