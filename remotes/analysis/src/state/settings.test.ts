import fc from 'fast-check'
import { createStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { clearSettingsAtom, DEFAULT_SETTINGS, ODDS_FILTERS, settingsAtom } from './settings.ts'

const KEY = 'propsight:analysis-settings'
const load = () => createStore().get(settingsAtom)

beforeEach(() => localStorage.clear())

describe('the settings', () => {
  it('N2, N3: default to quick mode, ten games, two top picks and all odds types', () => {
    expect(load()).toMatchObject({ mode: 'quick', window: 10, topPicks: 2, oddsType: 'All' })
  })

  it('N2: persist in the browser, and Clear All Settings keeps the chosen market', () => {
    const store = createStore()
    store.set(settingsAtom, { window: 5, topPicks: 7, oddsType: 'demon', category: 'Runs' })
    expect(load()).toMatchObject({ window: 5, topPicks: 7, oddsType: 'demon', category: 'Runs' })
    store.set(clearSettingsAtom)
    expect(load()).toEqual({ ...DEFAULT_SETTINGS, category: 'Runs' })
  })

  it('fall back to the default of each invalid field, and keep the valid fields', () => {
    localStorage.setItem(KEY, JSON.stringify({ mode: 'telepathy', window: 11, topPicks: 5, oddsType: 'imp' }))
    expect(load()).toEqual({ ...DEFAULT_SETTINGS, topPicks: 5 })
  })

  it('are valid for any text in browser storage', () => {
    const storedText = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(storedText, (text) => {
        localStorage.setItem(KEY, text)
        const settings = load()
        expect([5, 10, 15]).toContain(settings.window)
        expect(ODDS_FILTERS).toContain(settings.oddsType)
      }),
    )
  })
})
