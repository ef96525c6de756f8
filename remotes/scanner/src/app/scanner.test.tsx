import { refuse } from '@propsight/harness'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aBoard, aChance, aProp, aQuote, minutesAgo } from '../testing/board-fixture.ts'
import { BOARD, fixTime, nameOf, names, openScanner, PROPS, rowOf } from '../testing/open-scanner.tsx'

fixTime()

describe('the scanner', () => {
  it('lists the props with consensus, best prices, their books and ages, and names the method', async () => {
    openScanner({ script: { board: BOARD } })
    expect(screen.getByRole('status', { name: 'Loading prices' })).toBeDefined()
    const row = await rowOf('Mateo Villareal')
    expect(row.getByText('+110').closest('td')?.textContent).toContain('Tally · 3 min')
    expect(row.getByText('−115').closest('td')?.textContent).toContain('Umber Bets · 3 min')
    expect(row.getByText('3 books', { exact: false })).toBeDefined()
    expect(names()).toEqual([
      'José Ibáñez Jr., Hits 1.5',
      'Dax Holloway, Hits 1.5',
      'Mateo Villareal, Total Bases 1.5',
    ])
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.slice(0, 9))).toEqual([
      'NYY @ BOS',
      'SEA @ TEX',
    ])
    const method = screen.getByText(
      /^The chance that all books’ prices imply, without their margin\. Method: Shin\./,
    )
    expect(method.hasAttribute('popover')).toBe(true)
    expect(
      screen.getByText(/Saturday, July 18 ET · 2 games · 3 books · read 1 min ago · times in /),
    ).toBeDefined()
  })

  it('shows the other props when one cannot be read, and tells so', async () => {
    const board = { ...BOARD, props: [{ ...PROPS[0], quotes: null }, ...PROPS.slice(1)] }
    openScanner({ script: { board: board as never } })
    expect(await screen.findByText('1 prop could not be read.')).toBeDefined()
    expect(names()).toHaveLength(PROPS.length - 1)
  })

  it('does not take an answer without a readable prop for an unchanged board', async () => {
    openScanner({ script: { board: { ...BOARD, props: [null] } as never } })
    expect(await screen.findByText(/This version cannot read the server’s answer/)).toBeDefined()
  })

  it('asks a visitor to sign in', () => {
    openScanner({ scenario: 'signed-out' })
    expect(screen.getByText('Sign in to see prices')).toBeDefined()
  })

  it('shows a plain panel where the installation reads no odds, and does not ask again', async () => {
    const { requests } = openScanner({ script: { board: refuse(404, 'NO_ODDS_SOURCE', 'No odds') } })
    expect(await screen.findByText('No source of odds')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    expect(requests.odds).toHaveLength(1)
  })

  it('shows an error with Retry, and the prices after it', async () => {
    const { server, user } = openScanner({
      script: { board: refuse(503, 'UPSTREAM_UNAVAILABLE', 'The odds are away') },
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The odds are away')
    server.board = BOARD
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await nameOf('Mateo Villareal')).toBeDefined()
  })

  it('keeps the last prices with their age when a later read fails', async () => {
    const { server } = openScanner({ script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    server.board = refuse(503, 'UPSTREAM_UNAVAILABLE', 'The odds are away')
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByText('The prices could not be refreshed.')).toBeDefined()
    expect(names()).toHaveLength(3)
  })

  it('shows the problem of the response as a banner', async () => {
    openScanner({ script: { board: { ...BOARD, problem: 'The monthly requests are used up.' } } })
    expect(
      await screen.findByText(/The monthly requests are used up\. These prices were read 1 min ago/),
    ).toBeDefined()
  })

  it('leaves out props without current prices of both sides until all are asked for', async () => {
    const oneSided = aProp('p', { quotes: [aQuote('quill', 105, null)] })
    const { user } = openScanner({ script: { board: aBoard([oneSided]) } })
    expect(await screen.findByText('No current prices')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all 1 prop' }))
    expect(names()).toEqual(['Mateo Villareal, Total Bases 1.5'])
  })

  it('says that a day has no prices', async () => {
    openScanner({ script: { board: aBoard([]) } })
    expect(await screen.findByText('No prices on this day')).toBeDefined()
  })
})

describe('filters and the URL', () => {
  it('are restored from the URL, also the expanded prop', async () => {
    openScanner({ search: '?q=ibanez&stat=Hits&prop=ibanez', script: { board: BOARD } })
    expect((await nameOf('José')).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('1 of 3 props')).toBeDefined()
    expect(await screen.findByRole('table', { name: 'All books' })).toBeDefined()
  })

  it('are written to the URL without an entry per keystroke', async () => {
    const { user, shell, navigations } = openScanner({ script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    await user.type(screen.getByRole('searchbox'), 'ibanez')
    expect(names()).toEqual(['José Ibáñez Jr., Hits 1.5'])
    await waitFor(() => expect(shell.location.get().search).toBe('?q=ibanez'))
    await user.selectOptions(screen.getByLabelText('Market'), 'Hits')
    await waitFor(() => expect(shell.location.get().search).toBe('?q=ibanez&stat=Hits'))
    expect(navigations.every(({ replace }) => replace)).toBe(true)
  })

  it('offer a reset when nothing matches', async () => {
    const { user } = openScanner({ search: '?q=nobody', script: { board: BOARD } })
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(names()).toHaveLength(3)
  })

  it('collapse an expanded prop on Back', async () => {
    const { user, router, shell } = openScanner({ search: '?stat=Hits', script: { board: BOARD } })
    await user.click(await nameOf('José'))
    expect(shell.location.get().search).toBe('?stat=Hits&prop=ibanez')
    expect(await screen.findByRole('region', { name: 'Price history' })).toBeDefined()
    await act(() => router.navigate(-1))
    expect((await nameOf('José')).getAttribute('aria-expanded')).toBe('false')
    expect(shell.location.get().search).toBe('?stat=Hits')
  })

  it('can be saved as a view under a name, shown again and deleted', async () => {
    const { user, view } = openScanner({ search: '?stat=Hits&sort=name', script: { board: BOARD } })
    await nameOf('José')
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await user.type(screen.getByRole('textbox', { name: 'Name of the view' }), 'My hits{Enter}')
    view.unmount()
    const later = openScanner({ script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    await later.user.click(screen.getByRole('button', { name: 'My hits' }))
    expect(names()).toEqual(['Dax Holloway, Hits 1.5', 'José Ibáñez Jr., Hits 1.5'])
    await waitFor(() => expect(later.shell.location.get().search).toBe('?stat=Hits&sort=name'))
    await later.user.click(screen.getByRole('button', { name: 'Delete view My hits' }))
    expect(screen.queryByRole('button', { name: 'My hits' })).toBeNull()
  })
})

describe('the keyboard', () => {
  it('focuses the search with /, moves with j, k and arrows, and expands with Enter', async () => {
    const { user } = openScanner({ script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await user.keyboard('{Escape}jj')
    expect(document.activeElement?.textContent).toMatch(/^Dax Holloway/)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toMatch(/^Mateo/)
    await user.keyboard('k{Enter}')
    expect((await nameOf('Dax')).getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{Enter}{Escape}')
    expect((await nameOf('Dax')).getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(document.body)
  })

  it('expands with o, stars with s, and lists the keys on ?', async () => {
    const { user } = openScanner({ script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    await user.keyboard('jjo')
    expect((await nameOf('Dax')).getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('os')
    expect((await nameOf('Dax')).getAttribute('aria-expanded')).toBe('false')
    const star = screen.getByRole('button', { name: /Dax Holloway.*star|star.*Dax Holloway/i })
    expect(star.getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('?')
    const keys = within(await screen.findByRole('dialog', { name: 'Keys' }))
    expect(keys.getByText('Star or unstar')).toBeDefined()
  })
})

describe('an expanded prop', () => {
  const stale = { confirmedAt: minutesAgo(45) }
  const board = aBoard([
    aProp('p', {
      quotes: [
        aQuote('quill', 105, -125),
        aQuote('tally', 400, 300, stale),
        aQuote('umber', 180, null, { line: 2.5 }),
      ],
    }),
  ])

  it('has all books and lines, marks stale prices, and reads its history once it is open', async () => {
    const changes = [{ at: minutesAgo(30), book: 'quill', line: 1.5, over: 100, under: -120 }]
    const { user, requests } = openScanner({ script: { board, history: { propId: 'p', changes } } })
    await nameOf('Mateo')
    expect(requests.history).toEqual([])
    await user.click(await nameOf('Mateo'))
    const books = within(await screen.findByRole('table', { name: 'All books' }))
    const texts = books.getAllByRole('row').map(({ textContent }) => textContent?.replaceAll(' ', ''))
    expect(texts[1]).toMatch(/^Quill1\.5best\+105best−125/)
    expect(texts[2]).toMatch(/^Tallystale1\.5\+400\+300.*45min$/)
    expect(texts[3]).toMatch(/^UmberBets2\.5\+180——3min$/)
    expect(requests.history).toEqual(['p'])
    await user.click(await screen.findByRole('radio', { name: 'Table' }))
    const table = within(screen.getByRole('table', { name: 'Changes of the prices, newest first' }))
    expect(table.getAllByRole('row')[1]?.textContent).toMatch(/Quill \+100−120$/)
  })

  it('offers Retry for its history alone', async () => {
    const { user, server } = openScanner({ search: '?prop=p', script: { board, history: { wrong: true } } })
    const alert = await screen.findByRole('alert')
    expect(screen.getByRole('table', { name: 'All books' })).toBeDefined()
    server.history = { propId: 'p', changes: [] }
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No changes of this line are known.')).toBeDefined()
  })

  it('says each side in words, and links to the record where no edge is shown', async () => {
    const valued = aBoard([aProp('p', { shown: aChance(0.55) })])
    const { user, navigations } = openScanner({ search: '?prop=p', script: { board: valued } })
    expect(
      await screen.findByText(
        /\+110 at Tally · 55% \(50–60\) · break-even 47\.6% · expected \+15\.5% \(\+5\.0 to \+26\.0\) of the stake$/,
      ),
    ).toBeDefined()
    const [link] = screen.getAllByRole('link', { name: 'How good are these numbers?' })
    await user.click(link as HTMLElement)
    expect(navigations.at(-1)?.to).toBe('/?page=record')
  })
})

describe('prices that change', () => {
  it('are marked for a moment, and move no row', async () => {
    const { server } = openScanner({ search: '?sort=spread', script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    const before = names()
    const [first, ...rest] = PROPS
    if (!first) throw new Error('no prop')
    const moved = { ...first, quotes: [aQuote('quill', 250, -300), aQuote('umber', -105, -115)] }
    server.board = aBoard([moved, ...rest])
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    const row = await rowOf('Mateo Villareal')
    expect(row.getByText('+250').className).toContain('changed')
    expect(row.getByText('−115').className).not.toContain('changed')
    expect(names()).toEqual(before)
    expect(screen.getByRole('button', { name: 'Sort again' })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    expect(row.getByText('+250').className).not.toContain('changed')
  })
})

describe('settings', () => {
  it('restrict best prices to the chosen books on this device, and change odds and method', async () => {
    const { user, view } = openScanner({ script: { board: BOARD } })
    await nameOf('Mateo Villareal')
    await user.click(screen.getByRole('button', { name: 'All books' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Scanner settings' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Tally' }))
    await user.click(dialog.getByRole('radio', { name: /^Decimal/ }))
    await user.click(dialog.getByRole('radio', { name: 'Power' }))
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect((await rowOf('Mateo Villareal')).getByText('2.05')).toBeDefined()
    expect(screen.getByText(/ Method: Power\./)).toBeDefined()
    view.unmount()
    openScanner({ script: { board: BOARD } })
    expect((await rowOf('Mateo Villareal')).getByText('2.05')).toBeDefined()
    expect(screen.getByRole('button', { name: '2 of 3 books' })).toBeDefined()
  })
})
