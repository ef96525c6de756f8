import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aRow, NOW } from '../../testing/pick-fixtures.ts'
import { ExpiredNote, ExpiringNote, StoreBanners } from './banners.tsx'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => aRow({ expiresAt: new Date(NOW + minutes * MINUTE_MS).toISOString() })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('P3 the notes on expiry', () => {
  it('announce picks from two hours before their expiry, with their number, until they have expired', () => {
    vi.useFakeTimers({ now: NOW })
    render(<ExpiringNote rows={[inMinutes(121), inMinutes(60)]} onShow={() => {}} />)
    expect(screen.getByText('1 pick expires within 2 hours.')).toBeDefined()
    act(() => vi.advanceTimersByTime(MINUTE_MS))
    expect(screen.getByText('2 picks expire within 2 hours.')).toBeDefined()
    act(() => vi.advanceTimersByTime(120 * MINUTE_MS))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('offer to remove expired picks, and are hidden when there are none', async () => {
    const onRemove = vi.fn()
    const { rerender } = render(<ExpiredNote rows={[inMinutes(-1e9)]} onRemove={onRemove} />)
    expect(screen.getByText('1 pick has expired.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Remove expired' }))
    expect(onRemove).toHaveBeenCalledOnce()
    rerender(<ExpiredNote rows={[inMinutes(1e9)]} onRemove={onRemove} />)
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('P1 the storage banners', () => {
  const parts = { onRetry: vi.fn(), onDiscard: vi.fn(), unreadablePicksJson: () => '[{"id":1}]' }

  it('report that the picks are the device’s copy, and read from the server again on Retry', async () => {
    const failure = 'Showing picks saved on this device. Server sync failed: 503'
    render(<StoreBanners {...parts} failure={failure} setAside={null} />)
    expect(screen.getByText(failure)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(parts.onRetry).toHaveBeenCalledOnce()
  })

  it('offer unreadable picks as a download, or to discard them', async () => {
    const blobs: Blob[] = []
    URL.createObjectURL = (blob: Blob) => {
      blobs.push(blob)
      return 'blob:picks'
    }
    URL.revokeObjectURL = () => {}
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    render(<StoreBanners {...parts} failure={null} setAside="2 picks could not be read" />)
    expect(screen.getByText('2 picks could not be read.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Download' }))
    expect(click).toHaveBeenCalledOnce()
    expect(await blobs[0]?.text()).toBe('[{"id":1}]')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(parts.onDiscard).toHaveBeenCalledOnce()
  })

  it('are hidden when there is no problem', () => {
    render(<StoreBanners {...parts} failure={null} setAside={null} />)
    expect(screen.queryByRole('status')).toBeNull()
  })
})
