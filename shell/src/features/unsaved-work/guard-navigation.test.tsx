import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdsNavigation, LEAVING, registerUnsavedWork } from '../../state/unsaved-work.ts'
import { guardNavigation } from './guard-navigation.ts'

const screenOf = (path: string) => path.split('/')[1] ?? ''
let router: ReturnType<typeof createMemoryRouter>
let work: boolean | 'reload' | 'swap'
let end: () => void

beforeEach(() => {
  router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/picks', '/scouting'], initialIndex: 1 })
  router.getBlocker(LEAVING, holdsNavigation)
  guardNavigation({ router, log: () => {} }, screenOf)
  end = registerUnsavedWork(() => work)
})
afterEach(() => {
  end()
  router.dispose()
  document.body.replaceChildren()
})
const path = () => router.state.location.pathname
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

describe('a screen with unsaved work', () => {
  it.each([
    ['a link', '/picks'],
    ['Back', -1],
  ])('is left by %s only after a question', async (_, to) => {
    work = true
    const go = () => act(() => void router.navigate(to as string))
    go()
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay' })))
    await press('Stay')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(path()).toBe('/scouting')
    go()
    await screen.findByRole('alertdialog')
    await press('Leave')
    await waitFor(() => expect(path()).toBe('/picks'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    ['its own paths', true, '/scouting/7'],
    ['another screen, when a reload alone loses the work', 'reload', '/picks'],
    ['another screen, when a swap alone loses the work', 'swap', '/picks'],
    ['another screen, when the work is saved', false, '/picks'],
  ] as const)('opens %s without a question', async (_, state, to) => {
    work = state
    await act(() => router.navigate(to))
    expect(path()).toBe(to)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    [true, true],
    ['reload', true],
    ['swap', false],
    [false, false],
  ] as const)('of the kind %s makes the browser ask before a reload: %s', (state, asks) => {
    work = state
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(asks)
    end()
    const later = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(later)
    expect(later.defaultPrevented).toBe(false)
  })
})
