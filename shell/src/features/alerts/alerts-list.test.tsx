import { ApiError } from '@propsight/shared/client'
import type { Alert } from '@propsight/shared/contracts'
import { onlineManager } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { layerAtom } from '../../state/layer.ts'
import { unreadAlertsAtom } from '../../state/session.ts'
import { refuse, show } from '../../testing/show-alerts.tsx'
import { AlertsList } from './alerts-list.tsx'

const ALERTS: Alert[] = [
  {
    id: 2,
    kind: 'line-moved',
    title: 'Mateo Villareal: Hits line 1.5 → 2.5',
    body: 'The books’ chance of over 1.5, without their margin: 52% → 41%.',
    path: '/picks',
    created_at: '2026-07-18T20:00:00Z',
    read_at: null,
  },
  {
    id: 1,
    kind: 'not-in-lineup',
    title: 'Tyrone Bass is not in the batting order',
    body: '',
    path: '/scanner',
    created_at: '2026-07-18T19:00:00Z',
    read_at: '2026-07-18T19:05:00Z',
  },
]
const list = (data: unknown) => ({ alerts: () => ({ data, error: null }) })

afterEach(() => onlineManager.setOnline(true))

describe('the list of alerts', () => {
  it('names unread alerts as unread, and leads to the pick or to the scanner', async () => {
    show(<AlertsList onClose={vi.fn()} />, { tables: list(ALERTS) })
    const unread = await screen.findByRole('link', { name: `Unread: ${ALERTS[0]?.title}` })
    expect(unread.getAttribute('href')).toBe('/picks')
    expect(screen.getByRole('link', { name: ALERTS[1]?.title ?? '' }).getAttribute('href')).toBe('/scanner')
    expect(screen.getByText(ALERTS[0]?.body ?? '')).toBeTruthy()
    expect(screen.getByText('Jul 18, 2026, 8:00 PM')).toBeTruthy()
    expect(screen.getByText('Times in UTC')).toBeTruthy()
  })

  it('shows the other alerts when one cannot be read, and tells so', async () => {
    const later = { ...ALERTS[1], id: 3, kind: 'of-a-later-release' }
    show(<AlertsList onClose={vi.fn()} />, { tables: list([ALERTS[0], later, null, ALERTS[1]]) })
    expect(await screen.findByText('2 alerts could not be read.')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('marks an alert as read and closes when it is opened by the keyboard', async () => {
    const onClose = vi.fn()
    const { user, json, services } = show(<AlertsList onClose={onClose} />, { tables: list(ALERTS) })
    ;(await screen.findByRole('link', { name: /^Unread/ })).focus()
    await user.keyboard('{Enter}')
    expect(json).toHaveBeenCalledWith('/api/alerts/read', { body: { ids: [2] } })
    expect(onClose).toHaveBeenCalledOnce()
    expect(services.location.get().path).toBe('/picks')
    expect(services.store.get(unreadAlertsAtom)).toBe(0)
  })

  it('marks all as read at once, and as unread again with the reason if the server refuses', async () => {
    const { user, services } = show(<AlertsList onClose={vi.fn()} />, {
      tables: list(ALERTS),
      api: {
        '/api/alerts/read': () => {
          throw new ApiError('Too many requests', 429, 'RATE_LIMITED')
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
    expect(screen.getByRole('link', { name: /^Unread/ })).toBeTruthy()
    expect(services.store.get(unreadAlertsAtom)).toBe(1)
  })

  it('says what alerts are about while there are none, and offers nothing to mark', async () => {
    show(<AlertsList onClose={vi.fn()} />)
    expect(await screen.findByRole('heading', { name: 'No alerts yet' })).toBeTruthy()
    expect(
      screen.getByText(/^You learn here when the line of a saved pick or a starred prop moves/),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })

  it('opens the alert settings', async () => {
    const { user, services } = show(<AlertsList onClose={vi.fn()} />)
    await user.click(screen.getByRole('button', { name: 'Alert settings' }))
    expect(services.store.get(layerAtom)).toEqual({ kind: 'account', part: 'alerts' })
  })

  it('offers a retry when the alerts cannot be read', async () => {
    const answers = [refuse(), { data: ALERTS, error: null }]
    const { user } = show(<AlertsList onClose={vi.fn()} />, {
      tables: { alerts: () => answers.shift() ?? refuse() },
    })
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: /^Unread/ })).toBeTruthy()
  })

  it('says so without a network', async () => {
    onlineManager.setOnline(false)
    show(<AlertsList onClose={vi.fn()} />)
    expect(await screen.findByText('You are offline.')).toBeTruthy()
  })
})
