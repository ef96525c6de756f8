import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answeredLines } from '../../testing/fake-server.ts'
import { BOARD_LINES, BOARD_LOGS, names, openBoard } from '../../testing/open-dashboard.tsx'
import { aLine } from '../../testing/players.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const runs = (name: string) =>
  aLine({ name, statType: 'Hits+Runs+RBIs', line: 1.5, id: `${name} runs`, team: 'SEA' })
const LINES = [...BOARD_LINES, runs("Mack O'Neill"), runs('Cal Whitlock')]
const openMarkets = async () => {
  const page = await openBoard({
    '/api/fetch-lines': [answeredLines(...LINES)],
    '/api/game-logs': [BOARD_LOGS],
  })
  await page.user.click(screen.getByText('2 markets'))
  return { ...page, table: within(await screen.findByRole('table', { name: 'Markets' })) }
}
const cells = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)

describe('N3: the markets of a board', () => {
  it('are summarized, and a market shows its lines only', async () => {
    const { user, table } = await openMarkets()
    const [, hits, combined] = table.getAllByRole('row')
    expect(cells(hits as HTMLElement)).toEqual(['Hits', '4', '3', 'José Ramírez, over 0.5, 81%'])
    expect(cells(combined as HTMLElement).slice(0, 3)).toEqual(['H+R+RBI', '2', '0'])
    await user.click(table.getByRole('button', { name: 'H+R+RBI' }))
    await waitFor(() => expect(new Set(names())).toEqual(new Set(["Mack O'Neill", 'Cal Whitlock'])))
    expect(screen.getByRole('button', { name: 'Remove filter H+R+RBI' })).toBeDefined()
    expect(screen.getByLabelText<HTMLSelectElement>('Market').value).toBe('Hits+Runs+RBIs')
    expect(table.getByRole('button', { name: 'H+R+RBI' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(table.getByRole('button', { name: 'H+R+RBI' }))
    await waitFor(() => expect(names()).toHaveLength(6))
  })

  it('are not listed on a board of one market', async () => {
    await openBoard()
    expect(screen.queryByText(/^\d+ markets?$/)).toBeNull()
    expect(screen.queryByLabelText('Market')).toBeNull()
  })
})
