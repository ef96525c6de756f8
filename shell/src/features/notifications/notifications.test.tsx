import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { layerAtom } from '../../state/layer.ts'
import { unreadAlertsAtom } from '../../state/session.ts'
import { fakeServices, within } from '../../testing/fake-services.tsx'
import { Bell, NOTICE_COUNT } from './bell.tsx'
import { NOTICES, NotificationsDialog } from './notifications-dialog.tsx'

const setUp = () => {
  const { services } = fakeServices()
  return { services, wrapper: within(services), user: userEvent.setup() }
}

describe('S4 notifications', () => {
  beforeEach(() => localStorage.clear())

  it('count unseen notices; opening marks all as seen and stores the count', async () => {
    const { services, wrapper, user } = setUp()
    render(<Bell />, { wrapper })
    await user.click(screen.getByRole('button', { name: 'Notifications, 1 unseen' }))
    expect(services.store.get(layerAtom)).toEqual({ kind: 'notifications' })
    expect(localStorage.getItem(STORAGE.notificationsSeen)).toBe('1')
    expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('')
  })

  it('are counted together with unread alerts, which stay unread when the list is opened', async () => {
    const { services, wrapper, user } = setUp()
    services.store.set(unreadAlertsAtom, 2)
    render(<Bell />, { wrapper })
    await user.click(screen.getByRole('button', { name: 'Notifications, 3 unseen' }))
    expect(screen.getByRole('button', { name: 'Notifications, 2 unseen' }).textContent).toBe('2')
  })

  it('have a count that equals the number of notices', () => {
    expect(NOTICE_COUNT).toBe(NOTICES.length)
  })

  it('stay seen after a reload', () => {
    localStorage.setItem(STORAGE.notificationsSeen, '1')
    render(<Bell />, { wrapper: setUp().wrapper })
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
  })

  it('show the beta notice with a link to Contact Us', async () => {
    const { services, wrapper, user } = setUp()
    render(<NotificationsDialog open onClose={vi.fn()} />, { wrapper })
    const dialog = await screen.findByRole('dialog', { name: 'Notifications' })
    expect(dialog.textContent).toContain('Propsight Beta Testing')
    expect(dialog.textContent).toContain('Info')
    expect(dialog.textContent).toContain('send a bug report')
    await act(() => user.click(screen.getByRole('button', { name: 'Send a bug report' })))
    expect(services.store.get(layerAtom)).toEqual({ kind: 'contact' })
  })

  it('show an empty state when there are none', async () => {
    render(<NotificationsDialog open onClose={vi.fn()} notices={[]} />, { wrapper: setUp().wrapper })
    expect((await screen.findByRole('dialog')).textContent).toContain('No new notifications')
  })
})
