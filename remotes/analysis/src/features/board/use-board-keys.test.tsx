import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openBoard } from '../../testing/open-dashboard.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const focused = () => document.activeElement?.textContent
const cardOf = (name: string) =>
  within(screen.getByRole('link', { name }).closest('[data-card]') as HTMLElement)

describe('the keyboard shortcuts of a board', () => {
  it('move between cards, open the hit rates, save a pick and clear the focus', async () => {
    const { user, picks } = await openBoard()
    await user.keyboard('j')
    expect(focused()).toBe('José Ramírez')
    await user.keyboard('j{ArrowDown}{ArrowDown}k')
    expect(focused()).toBe('Cal Whitlock')
    await user.keyboard('o')
    expect(cardOf('Cal Whitlock').getByRole('table')).toBeDefined()
    await user.keyboard('s')
    await waitFor(() => expect(picks()).toHaveLength(1))
    expect(focused()).toBe('Cal Whitlock')
    await user.keyboard('{ArrowUp}{Escape}')
    expect(document.activeElement).toBe(document.body)
  })

  it('focus the search, and type plain letters while the search has the focus', async () => {
    const { user, picks } = await openBoard()
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByLabelText('Search players'))
    await user.keyboard('jsc?/')
    expect((screen.getByLabelText('Search players') as HTMLInputElement).value).toBe('jsc?/')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Escape}{Escape}')
    expect(document.activeElement).toBe(document.body)
    expect(picks()).toHaveLength(0)
  })

  it('open the player on Enter, and do nothing on the player’s page', async () => {
    const { user, picks, toasts } = await openBoard()
    await user.keyboard('j{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'José Ramírez' })).toBeDefined()
    await user.keyboard('s')
    expect(picks()).toHaveLength(0)
    expect(toasts()).toHaveLength(0)
  })

  it('are listed on ?, and do nothing while the list is open', async () => {
    const { user } = await openBoard()
    await user.keyboard('j?')
    const list = within(await screen.findByRole('dialog', { name: 'Keys' }))
    expect(list.getByText('Search players')).toBeDefined()
    expect(list.getAllByRole('term')).toHaveLength(9)
    await user.keyboard('c')
    expect(screen.queryByRole('region', { name: 'Chosen to compare' })).toBeNull()
  })

  it('ignore key combinations with Control', async () => {
    const { user } = await openBoard()
    await user.keyboard('{Control>}j{/Control}')
    expect(document.activeElement?.closest('[data-card]')).toBeNull()
    await user.keyboard('j')
    expect(document.activeElement?.closest('[data-card]')).not.toBeNull()
  })
})
