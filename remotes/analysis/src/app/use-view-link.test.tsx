import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BOARD, names, openBoard, openDashboard } from '../testing/open-dashboard.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const TRACK_RECORD = 'How good are these numbers?'
const RECORD_PART = { 'picks/track-record': () => 'Forecast and result' }
const PLAYER = 'player=Cal+Whitlock&of=SEA&market=Hits&line=1.5'

describe('the URL of a board', () => {
  it('N2, N3: restores the settings before a run, and the filters when the board is analyzed', async () => {
    const page = await openBoard({}, '?stat=Hits&window=5&odds=standard&side=UNDER&q=whit')
    expect(names()).toEqual(['Cal Whitlock'])
    expect(
      screen.getByRole('button', { name: 'Settings: Quick · last 5 · top 2 · Standard only' }),
    ).toBeDefined()
    const side = within(screen.getByRole('radiogroup', { name: 'Side' }))
    expect(side.getByRole<HTMLInputElement>('radio', { name: 'Under' }).checked).toBe(true)
    expect(page.server.callsTo('/api/fetch-lines')[0]?.request.query).toMatchObject({ oddsType: 'standard' })
  })

  it('is updated on every choice, replacing the history entry', async () => {
    const { user, visited, replaced } = await openBoard()
    expect(visited()).toEqual([])
    await user.type(screen.getByLabelText('Search players'), 'mack')
    await waitFor(() => expect(visited().at(-1)).toBe('/?stat=Hits&window=10&odds=All&q=mack'))
    expect(replaced().every(Boolean)).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Runs' }))
    await waitFor(() => expect(visited().at(-1)).toContain('stat=Runs'))
  })

  it('N12: changes when a player’s name is clicked, which opens the detail view, and Back closes it', async () => {
    const { user, visited, replaced, location } = await openBoard()
    const link = screen.getByRole('link', { name: 'Cal Whitlock' })
    expect(link.getAttribute('href')).toBe(`/?stat=Hits&window=10&odds=All&${PLAYER}`)
    await user.click(link)
    expect(visited()).toEqual([link.getAttribute('href')])
    expect(replaced()).toEqual([false])
    expect(await screen.findByRole('heading', { level: 1, name: 'Cal Whitlock' })).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'What to analyze' })).toBeNull()
    location.navigate('/')
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Cal Whitlock' })).toBeNull())
    expect(screen.getByRole('heading', { level: 1, name: 'Hits' })).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cal Whitlock'))
  })

  it('N12: opens the linked player once the board has the card, and Escape closes the detail view', async () => {
    const page = openDashboard(BOARD, `?${PLAYER}`)
    expect(screen.getByText('The link opens Cal Whitlock, 1.5 Hits, once it is analyzed.')).toBeDefined()
    await page.analyze()
    expect(await screen.findByRole('heading', { level: 1, name: 'Cal Whitlock' })).toBeDefined()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Cal Whitlock' })).toBeNull())
    expect(page.replaced().at(-1)).toBe(true)
  })

  it('shows a notice when the linked line is not on this board', async () => {
    const { user } = await openBoard({}, '?player=Somebody+Else&of=SEA&market=Hits&line=2.5')
    expect(screen.getByText('Somebody Else, 2.5 Hits: this line is not on this board.')).toBeDefined()
    expect(names()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Show the board' }))
    await waitFor(() => expect(screen.queryByText(/is not on this board/)).toBeNull())
  })

  it('opens the track record by a link, without a run, and its button leads back', async () => {
    const { user, visited, replaced } = openDashboard({}, '', RECORD_PART)
    await user.click(screen.getByRole('link', { name: TRACK_RECORD }))
    expect(visited().at(-1)).toContain('page=record')
    expect(await screen.findByText('Forecast and result')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Dashboard' }))
    expect(visited().at(-1)).not.toContain('page=record')
    expect(replaced().at(-1)).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: TRACK_RECORD })))
  })

  it('of the track record shows a focused heading and a loading state until the picks remote is here', async () => {
    openDashboard({}, '?page=record', RECORD_PART)
    expect(screen.getByRole('status', { name: 'Loading the record' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: TRACK_RECORD }))
    expect(await screen.findByText('Forecast and result')).toBeDefined()
    // The page of the other remote has a heading of its own.
    expect(screen.queryByRole('heading', { level: 1, name: TRACK_RECORD })).toBeNull()
    expect(screen.queryByRole('status', { name: 'Loading the record' })).toBeNull()
  })

  it('of the track record shows an error with a way back while the picks remote is down', async () => {
    const { user, visited } = openDashboard({}, '?page=record')
    expect((await screen.findByRole('alert')).textContent).toContain('The record could not be loaded')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: TRACK_RECORD }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(visited().at(-1)).not.toContain('page=record')
  })

  it.each([
    ['H1: the pitchers page', "Today's pitchers", '/pitchers'],
    ['the user’s own record', 'Your record', '/picks?view=record'],
  ])('becomes that of %s with one press on the Dashboard', async (_page, name, path) => {
    const { user, visited } = openDashboard({})
    await user.click(screen.getByRole('link', { name }))
    expect(visited()).toEqual([path])
  })

  it('is copied with a confirmation, and shown in a toast when the browser denies the clipboard', async () => {
    const { user, toasts } = await openBoard({}, '?stat=Hits&side=UNDER')
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce(undefined)
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    const link = new URL('/?stat=Hits&window=10&odds=All&side=UNDER', document.baseURI).href
    expect(copied).toHaveBeenCalledWith(link)
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Link copied'))
    copied.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(toasts().at(-1)?.message).toContain(link))
  })

  it('changes to the next player in the order shown, on Next in the detail view', async () => {
    const { user } = await openBoard({}, '?side=UNDER')
    await user.click(screen.getByRole('link', { name: "Mack O'Neill" }))
    await screen.findByRole('heading', { level: 1, name: "Mack O'Neill" })
    await user.click(screen.getAllByRole('button', { name: /next player/i })[0] as HTMLElement)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Cal Whitlock' })
    expect(within(document.body).queryByRole('heading', { level: 1, name: "Mack O'Neill" })).toBeNull()
    expect(heading).toBeDefined()
  })
})
