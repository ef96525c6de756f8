import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toastsAtom } from '../state/toasts.ts'
import { fakeServices, within } from '../testing/fake-services.tsx'
import { lazyPart, MissingDialog, MissingOptionalPart, MissingScreen } from './lazy-part.tsx'

const failLoading = () => Promise.reject(new Error('Loading chunk 8 failed'))
const shown = (element: ReactElement) =>
  render(
    <main tabIndex={-1}>
      <Suspense fallback="Loading">{element}</Suspense>
    </main>,
  )
afterEach(() => vi.useRealTimers())

describe('a part of the shell whose chunk fails to load', () => {
  it('F4 shows a screen with Retry, which loads it again and keeps the focus in the page', async () => {
    const load = vi.fn().mockImplementationOnce(failLoading).mockImplementationOnce(failLoading)
    load.mockResolvedValue(() => <p>Pricing</p>)
    const Part = lazyPart(load, MissingScreen)
    shown(<Part />)
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Pricing')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('F4 is requested again on a new mount, and only once for two mounts', async () => {
    const load = vi.fn().mockImplementationOnce(failLoading)
    load.mockResolvedValue(() => <p>Pricing</p>)
    const Part = lazyPart(load, MissingScreen)
    const { unmount } = shown(<Part />)
    await screen.findByRole('alert')
    unmount()
    shown(
      <>
        <Part />
        <Part />
      </>,
    )
    expect(await screen.findAllByText('Pricing')).toHaveLength(2)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('F4 closes its dialog with a toast, and opens on the next press', async () => {
    const load = vi.fn().mockImplementationOnce(failLoading)
    load.mockResolvedValue(({ open }: { open: boolean }) => open && <p>Account</p>)
    const Part = lazyPart<{ open: boolean; onClose(): void }>(load, MissingDialog)
    const { services } = fakeServices()
    const onClose = vi.fn()
    const Within = within(services)
    const drawn = (open: boolean) => (
      <Within>
        <Suspense>
          <Part open={open} onClose={onClose} />
        </Suspense>
      </Within>
    )
    const { rerender } = render(drawn(true))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(services.store.get(toastsAtom)).toMatchObject([{ tone: 'low' }])
    rerender(drawn(false))
    rerender(drawn(true))
    expect(await screen.findByText('Account')).toBeTruthy()
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('F4 is loaded again without a user action when the browser is back online', async () => {
    const load = vi.fn().mockImplementationOnce(failLoading)
    load.mockResolvedValue(() => <p>Banner</p>)
    const Part = lazyPart(load, MissingOptionalPart)
    shown(<Part />)
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    await act(async () => {})
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByText('Banner')).toBeTruthy()
  })
})
