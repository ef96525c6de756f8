import { openSports } from '@propsight/shared/domain'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsAtom } from '../../state/settings.ts'
import { MarketMenu, SportTabs } from './market-menu.tsx'

const labels = (radios: HTMLElement[]) => radios.map((radio) => radio.closest('label')?.textContent)

beforeEach(async () => {
  localStorage.clear()
  await openSports(['MLB'])
})
afterEach(() => openSports(['MLB']))

describe('the market menu', () => {
  it('N1: lists the ten markets in order, with the credits badge on the first, and stores the choice', async () => {
    const store = createStore()
    render(
      <Provider store={store}>
        <MarketMenu />
      </Provider>,
    )
    const radios = screen.getAllByRole('radio')
    expect(labels(radios)).toEqual([
      'All Stat Lines3x credits',
      'Hits',
      'Home Runs',
      'Pitcher Strikeouts',
      'Total Bases',
      'Runs',
      'RBIs',
      'H+R+RBI',
      'Hitter Fantasy Score',
      'Pitcher Fantasy Score',
    ])
    await userEvent.setup().click(screen.getByRole('radio', { name: 'H+R+RBI' }))
    expect(store.get(settingsAtom).category).toBe('Hits+Runs+RBIs')
  })

  it('has the other markets of the book in the list More markets, and keeps the choice', async () => {
    const store = createStore()
    render(
      <Provider store={store}>
        <MarketMenu />
      </Provider>,
    )
    const more = screen.getByRole('combobox', { name: 'More markets' })
    await userEvent.setup().selectOptions(more, 'Singles')
    expect(store.get(settingsAtom).category).toBe('Singles')
    expect(createStore().get(settingsAtom).category).toBe('Singles')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Hits' }))
    expect(more).toHaveProperty('value', '')
  })

  it('N1: has sport tabs with MLB enabled, and NBA and NFL disabled', () => {
    render(<SportTabs />)
    const radios = within(screen.getByRole('radiogroup', { name: 'Sport' })).getAllByRole('radio')
    expect(labels(radios)).toEqual(['MLB', 'NBA', 'NFL'])
    expect(radios.map((radio) => (radio as HTMLInputElement).disabled)).toEqual([false, true, true])
    expect((radios[0] as HTMLInputElement).checked).toBe(true)
  })

  it('has the tab and the markets of another sport that is open, and keeps the choice and the mode', async () => {
    await openSports(['MLB', 'NBA'])
    const store = createStore()
    store.set(settingsAtom, { mode: 'image' })
    render(
      <Provider store={store}>
        <SportTabs />
        <MarketMenu />
      </Provider>,
    )
    await userEvent.setup().click(screen.getByRole('radio', { name: 'NBA' }))
    expect(store.get(settingsAtom)).toMatchObject({ category: 'Points', mode: 'image' })
    const menu = screen.getByRole('radiogroup', { name: 'NBA stat lines' })
    expect(labels(within(menu).getAllByRole('radio')).slice(0, 4)).toEqual([
      'Points',
      'Rebounds',
      'Assists',
      '3-PT Made',
    ])
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Rebounds' }))
    expect(createStore().get(settingsAtom).category).toBe('Rebounds')
    await userEvent.setup().click(screen.getByRole('radio', { name: 'MLB' }))
    expect(store.get(settingsAtom).category).toBe('Hits')
  })
})
