import { ApiError } from '@propsight/shared/client'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { layerAtom } from '../../state/layer.ts'
import { show } from '../../testing/show-alerts.tsx'
import { findItems, PaletteDialog, type PaletteItem } from './palette-dialog.tsx'
import { openPaletteByKey } from './palette-key.ts'

const TABS = [
  { path: '/', title: 'Dashboard' },
  { path: '/picks', title: 'My Picks' },
]
const BOARD = {
  props: [{ player: 'José Ibáñez Jr.', team: 'NYY' }],
  events: [{ away: 'NYY', home: 'BOS', startsAt: '2026-07-18T23:10:00Z' }],
}
const PICKS = () => ({
  data: [{ id: 'pick_1', player_name: 'Dax Holloway', betting_line: 1.5, betting_recommendation: 'UNDER' }],
  error: null,
})

function open(api: () => unknown = () => BOARD) {
  const onClose = vi.fn()
  const page = show(<PaletteDialog open tabs={TABS} onClose={onClose} />, {
    tables: { my_picks: PICKS },
    api: { '/api/odds': api },
  })
  const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  return { ...page, onClose, found, input: screen.getByRole('combobox') }
}

describe('the command palette', () => {
  it.each([
    ['ibanez', 'José Ibáñez Jr., NYYPlayer', '/scanner', '?q=Jos%C3%A9+Ib%C3%A1%C3%B1ez+Jr.'],
    ['bos', 'Game', '/scanner', '?q=NYY+BOS'],
    ['total b', 'Total BasesMarket', '/', '?stat=Total+Bases'],
    ['holloway', 'Dax Holloway, under 1.5Pick', '/picks', '?pick=pick_1'],
    ['my picks', 'My PicksPage', '/picks', ''],
  ])('finds "%s" and opens it with Enter', async (search, title, path, query) => {
    const { user, input, found, onClose, services } = open()
    await user.type(input, search)
    await waitFor(() => expect(found()[0]).toContain(title))
    await user.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(services.location.get()).toEqual({ path, search: query })
  })

  it('moves with the arrows, and names the active option', async () => {
    const { user, input, found } = open()
    await waitFor(() => expect(found()).toContain('Dax Holloway, under 1.5Pick'))
    await user.click(input)
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe(found()[1])
    expect(active?.getAttribute('aria-selected')).toBe('true')
  })

  it('says what could not be read, and finds the rest', async () => {
    const { user, input, found } = open(() => {
      throw new ApiError('No odds', 404, 'NO_ODDS_SOURCE')
    })
    expect(await screen.findByText(/Could not be read: players and games\./)).toBeDefined()
    await user.type(input, 'hits')
    expect(found()[0]).toBe('HitsMarket')
    await user.clear(input)
    await user.type(input, 'zzz')
    expect(screen.getByText(/^Nothing matches\./)).toBeDefined()
  })

  it('opens and closes by its key for a signed-in user, and leaves other dialogs alone', () => {
    const { services } = open()
    const stop = openPaletteByKey(services)
    const press = () =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
    press()
    expect(services.store.get(layerAtom)).toEqual({ kind: 'palette' })
    press()
    expect(services.store.get(layerAtom)).toBeNull()
    services.store.set(layerAtom, { kind: 'contact' })
    press()
    expect(services.store.get(layerAtom)).toEqual({ kind: 'contact' })
    stop()
  })
})

describe('findItems', () => {
  const item = (kind: PaletteItem['kind'], title: string): PaletteItem => ({ kind, title, path: `/${title}` })
  const items = [
    item('Pick', 'Dax Holloway, over 1.5'),
    item('Pick', 'Ann Lodax, under 0.5'),
    item('Game', 'BOS @ NYY, 7:10 PM'),
    item('Player', 'Bo Holloway, BOS'),
    item('Player', 'Dax Holloway, NYY'),
  ]
  it.each([
    ['dax holloway', ['Dax Holloway, NYY', 'Dax Holloway, over 1.5']],
    ['holloway', ['Bo Holloway, BOS', 'Dax Holloway, NYY', 'Dax Holloway, over 1.5']],
    ['dax', ['Dax Holloway, NYY', 'Dax Holloway, over 1.5', 'Ann Lodax, under 0.5']],
    ['bos', ['BOS @ NYY, 7:10 PM', 'Bo Holloway, BOS']],
  ])(
    'lists for "%s" the better match first, and a player before the picks of that player',
    (search, titles) => {
      expect(findItems(items, search).map(({ title }) => title)).toEqual(titles)
    },
  )
})

it('findItems lists no players without a search', () => {
  const items: PaletteItem[] = [
    { kind: 'Player', title: 'A', path: '/a' },
    { kind: 'Page', title: 'B', path: '/b' },
  ]
  expect(findItems(items, ' ')).toEqual([items[1]])
})
