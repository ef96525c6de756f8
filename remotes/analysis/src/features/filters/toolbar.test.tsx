import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { names, openBoard } from '../../testing/open-dashboard.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const ALL = ['José Ramírez', "Mack O'Neill", 'Cal Whitlock', 'New Face']
const ranks = () =>
  screen.getAllByRole('button', { name: /: hit rates$/ }).map((button) => button.textContent)
const count = () => screen.getByText(/^(\d+ of )?\d+ lines?$/)

describe('N3: the filters of a board', () => {
  it('find players without accents and punctuation, number what is shown, send no request, and show removable chips', async () => {
    const { user, server, shell } = await openBoard()
    expect(names()).toEqual(ALL)
    expect(count().textContent).toBe('4 lines')
    const requestCount = server.calls.filter(({ path }) => !path.startsWith('/api/games')).length
    await user.type(screen.getByLabelText('Search players'), 'oneill')
    expect(names()).toEqual(["Mack O'Neill"])
    expect(ranks()).toEqual(['1'])
    expect(count().textContent).toBe('1 of 4 lines')
    expect(count().getAttribute('role')).toBe('status')
    await user.click(screen.getByRole('button', { name: 'Remove filter Name: oneill' }))
    expect(names()).toEqual(ALL)
    await user.type(screen.getByLabelText('Search players'), 'RAMIREZ')
    expect(names()).toEqual(['José Ramírez'])
    await user.type(screen.getByLabelText('Search players'), '{Escape}')
    expect(names()).toEqual(ALL)
    expect(server.calls.filter(({ path }) => !path.startsWith('/api/games'))).toHaveLength(requestCount)
    expect(shell.credits.get()).toBe(20)
  })

  it('narrow by side, probability, team, game and sample size', async () => {
    const { user } = await openBoard()
    const side = within(screen.getByRole('radiogroup', { name: 'Side' }))
    await user.click(side.getByRole('radio', { name: 'Under' }))
    expect(names()).toEqual(["Mack O'Neill", 'Cal Whitlock'])
    expect(ranks()).toEqual(['1', '2'])
    await user.selectOptions(screen.getByLabelText('Probability'), '70%+')
    expect(names()).toEqual(["Mack O'Neill"])
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await user.selectOptions(
      screen.getByLabelText('Game'),
      screen.getByRole('option', { name: /^SEA @ LAD/ }),
    )
    expect(names()).toEqual(['Cal Whitlock', 'New Face'])
    await user.selectOptions(screen.getByLabelText('Sample'), '5+ games')
    expect(names()).toEqual(['Cal Whitlock'])
    const chips = within(screen.getByRole('list', { name: 'Active filters' }))
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'SEA @ LAD',
      '5 games or more',
      'Clear filters',
    ])
    expect(
      within(screen.getByLabelText('Team'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All', 'SEA'])
  })

  it('show an empty state with Clear filters when no line matches', async () => {
    const { user } = await openBoard()
    await user.type(screen.getByLabelText('Search players'), 'nobody')
    expect(screen.getByRole('heading', { name: 'No line matches' })).toBeDefined()
    expect(screen.getByText('None of the 4 lines matches the filters.')).toBeDefined()
    const clear = screen.getAllByRole('button', { name: 'Clear filters' })
    await user.click(clear.at(-1) as HTMLElement)
    expect(names()).toEqual(ALL)
  })

  it('open in a dialog on a phone, with the number of remaining lines on its button', async () => {
    const { user } = await openBoard()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters and order' }))
    await user.click(sheet.getByRole('radio', { name: 'Over' }))
    await user.click(sheet.getByRole('button', { name: 'Show 2 of 4 lines' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['José Ramírez', 'New Face'])
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeDefined()
  })
})
