import { openSports } from '@propsight/shared/domain'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DEFAULT_SETTINGS, settingsAtom } from '../../state/settings.ts'
import { SettingsPanel } from './settings-panel.tsx'

function open() {
  const store = createStore()
  render(
    <Provider store={store}>
      <SettingsPanel />
    </Provider>,
  )
  const group = (name: string) => within(screen.getByRole('radiogroup', { name }))
  const offered = (name: string) =>
    group(name)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent)
  const chosen = (name: string) =>
    group(name).getByRole('radio', { checked: true }).closest('label')?.textContent
  return { store, group, offered, chosen, user: userEvent.setup() }
}

beforeEach(() => localStorage.clear())

describe('the Settings panel', () => {
  it('N2: offers exactly the specified choices, with their defaults', () => {
    const { offered, chosen } = open()
    expect(offered('Game window')).toEqual(['5', '10', '15'])
    expect(chosen('Game window')).toBe('10')
    expect(offered('Top picks')).toEqual(['1', '2', '3', '5', '7', '10'])
    expect(chosen('Top picks')).toBe('2')
    expect(offered('Odds type')).toEqual(['All', 'Goblin', 'Standard', 'Demon'])
    expect(chosen('Odds type')).toBe('All')
  })

  it('N3: offers three modes, all enabled, quick by default, each with a description', async () => {
    const { offered, chosen, group, user } = open()
    expect(offered('Mode')).toEqual(['Quick', 'AI', 'Image'])
    expect(chosen('Mode')).toBe('Quick')
    for (const [name, words] of [
      ['AI', /explains those of most value/],
      ['Image', /Reads lines from a screenshot/],
      ['Quick', /Ranks every line of the book/],
    ] as const) {
      await user.click(group('Mode').getByRole('radio', { name }))
      expect(screen.getByText(words)).toBeDefined()
    }
  })

  it('N2, N3: remembers every choice in this browser, and Clear All Settings resets all of them', async () => {
    const { store, group, user } = open()
    await user.click(group('Mode').getByRole('radio', { name: 'AI' }))
    await user.click(group('Game window').getByRole('radio', { name: '15' }))
    await user.click(group('Top picks').getByRole('radio', { name: '7' }))
    await user.click(group('Odds type').getByRole('radio', { name: 'Demon' }))
    const remembered = () => createStore().get(settingsAtom)
    expect(remembered()).toMatchObject({ mode: 'ai', window: 15, topPicks: 7, oddsType: 'demon' })
    await user.click(screen.getByRole('button', { name: 'Clear All Settings' }))
    expect(store.get(settingsAtom)).toEqual(DEFAULT_SETTINGS)
    expect(remembered()).toEqual(DEFAULT_SETTINGS)
  })

  it('offers every mode for another sport', async () => {
    onTestFinished(() => openSports(['MLB']))
    await openSports(['NBA'])
    const store = createStore()
    store.set(settingsAtom, { mode: 'image' })
    store.set(settingsAtom, { category: 'Points' })
    expect(store.get(settingsAtom).mode).toBe('image')
    render(
      <Provider store={store}>
        <SettingsPanel />
      </Provider>,
    )
    const description = /All Stat Lines: MLB only\.$/
    const mode = within(screen.getByRole('radiogroup', { name: 'Mode', description }))
    const isDisabled = (name: string) => mode.getByRole<HTMLInputElement>('radio', { name }).disabled
    expect([isDisabled('AI'), isDisabled('Image')]).toEqual([false, false])
  })
})
