import { ApiError } from '@propsight/shared/client'
import {
  type Alert,
  type AlertChannels,
  type AlertSettings,
  type ApiRequest,
  DEFAULT_ALERT_SETTINGS,
  type StarredProp,
} from '@propsight/shared/contracts'
import { onlineManager } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { layerAtom } from '../../state/layer.ts'
import { unreadAlertsAtom, userAtom } from '../../state/session.ts'
import { fakeServices, USER_ID, within } from '../../testing/fake-services.tsx'
import { AlertSettingsView } from './alert-settings.tsx'
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
const STAR: StarredProp = {
  game_pk: 7,
  person_id: 8,
  stat_type: 'Total Bases',
  line: 1.5,
  side: 'UNDER',
  player_name: 'Tyrone Bass',
  team: 'NYM',
  league_day: '2026-07-18',
}
const READY: AlertChannels = { push: null, mail: 'ready' }
const refuse = () => ({ data: null, error: { message: 'permission denied' } })

/** Renders a part for a signed-in user. `tables` and `api` answer its requests. */
function show(
  content: ReactElement,
  {
    tables = {},
    api = {},
  }: {
    tables?: Record<string, () => { data?: unknown; error: { message: string } | null }>
    api?: Record<string, (request?: ApiRequest) => unknown>
  } = {},
) {
  const made = fakeServices(async (path, request) => {
    if (path in api) return api[path]?.(request)
    if (path === '/api/alerts/channels') return READY
    return undefined
  })
  Object.assign(made.supabase.tables, tables)
  made.services.store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  made.services.queryClient.setDefaultOptions({
    queries: { retry: false },
    mutations: { networkMode: 'always' },
  })
  render(content, { wrapper: within(made.services) })
  const saved = () =>
    made.supabase.writes
      .filter(({ table, name }) => table === 'alert_settings' && name === 'upsert')
      .map(({ values }) => values[0] as AlertSettings)
  return { ...made, saved, user: userEvent.setup() }
}
const list = (data: unknown) => ({ alerts: () => ({ data, error: null }) })
const settings = (changes: Partial<AlertSettings>) => ({
  alert_settings: () => ({ data: [{ ...DEFAULT_ALERT_SETTINGS, ...changes }], error: null }),
})

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

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

describe('the alert settings', () => {
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

  it('show the defaults of a user without settings: all kinds on the site, no push, no mail', async () => {
    show(<AlertSettingsView />)
    expect((await box('The line or its price moves')).checked).toBe(true)
    expect((await box('On this site')).checked).toBe(true)
    expect((await box('Push to this browser')).checked).toBe(false)
    expect((await box('Mail')).checked).toBe(false)
    expect((await box('No push and no mail at night')).checked).toBe(false)
  })

  it('stop all alerts with one switch, reached and pressed by the keyboard', async () => {
    const { user, saved } = show(<AlertSettingsView />)
    await box('Stop all alerts')
    await user.tab()
    await user.keyboard(' ')
    expect(saved()).toEqual([{ ...DEFAULT_ALERT_SETTINGS, stopped: true, user_id: USER_ID }])
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Mail' })).toBeNull()
  })

  it('store each change with the ones before it', async () => {
    const { user, saved } = show(<AlertSettingsView />)
    await user.click(await box('The engine changes its side'))
    await waitFor(async () => expect((await box('Mail')).disabled).toBe(false))
    await user.click(await box('Mail'))
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()[1]).toMatchObject({ side_changed: false, mail: true })
  })

  it('set quiet hours in the time zone of the browser', async () => {
    const { user, saved } = show(<AlertSettingsView />)
    await user.click(await box('No push and no mail at night'))
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(saved()[0]).toMatchObject({ quiet_from: 1_320, quiet_to: 480, time_zone: zone })
    const until = screen.getByLabelText<HTMLInputElement>('Until')
    expect(until.value).toBe('08:00')
    await user.clear(until)
    await user.type(until, '06:30')
    await waitFor(() => expect(saved().at(-1)).toMatchObject({ quiet_from: 1_320, quiet_to: 390 }))
  })

  it('show the stored values again, with the reason, when a change was not stored', async () => {
    let isStored = true
    const { user } = show(<AlertSettingsView />, {
      tables: {
        alert_settings: () => {
          if (isStored) return { data: [], error: null }
          isStored = true
          return refuse()
        },
      },
    })
    const line = await box('The line or its price moves')
    isStored = false
    await user.click(line)
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved: permission denied')
    await waitFor(async () => expect((await box('The line or its price moves')).checked).toBe(true))
  })

  it.each<[AlertChannels['mail'], RegExp]>([
    ['unproven', /First sign in once by an emailed link/],
    ['unavailable', /This installation sends no mail/],
  ])('explain why mail cannot be turned on: %s', async (mail, reason) => {
    show(<AlertSettingsView />, { api: { '/api/alerts/channels': () => ({ push: null, mail }) } })
    expect(await screen.findByText(reason)).toBeTruthy()
    const mailBox = await box('Mail')
    expect(mailBox.disabled).toBe(true)
    const described = document.getElementById(mailBox.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toMatch(reason)
  })

  it('let a mail that is on be turned off where none can be sent', async () => {
    const { user, saved } = show(<AlertSettingsView />, {
      tables: settings({ mail: true }),
      api: { '/api/alerts/channels': () => ({ push: null, mail: 'unavailable' }) },
    })
    await waitFor(async () => expect((await box('Mail')).disabled).toBe(false))
    await user.click(await box('Mail'))
    expect(saved()[0]).toMatchObject({ mail: false })
  })

  it('explain why this browser receives no push', async () => {
    show(<AlertSettingsView />, { api: { '/api/alerts/channels': () => ({ push: 'key', mail: 'ready' }) } })
    expect(await screen.findByText('This browser does not support push.')).toBeTruthy()
    expect((await box('Push to this browser')).disabled).toBe(true)
  })

  it('subscribe this browser to pushes and tell the server', async () => {
    const subscription = {
      endpoint: 'https://push.example/1',
      unsubscribe: vi.fn(async () => true),
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    }
    let current: typeof subscription | null = null
    const subscribe = vi.fn(async (_options: object) => {
      current = subscription
      return subscription
    })
    const registration = {
      active: { state: 'activated' },
      pushManager: { subscribe, getSubscription: async () => current },
    }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' })
    vi.stubGlobal('navigator', {
      ...navigator,
      onLine: true,
      serviceWorker: { register: vi.fn(async () => registration), getRegistration: async () => registration },
    })
    const { user, json, saved } = show(<AlertSettingsView />, {
      api: { '/api/alerts/channels': () => ({ push: 'key', mail: 'ready' }) },
    })
    await waitFor(async () => expect((await box('Push to this browser')).disabled).toBe(false))
    await user.click(await box('Push to this browser'))
    await waitFor(async () => expect((await box('Push to this browser')).checked).toBe(true))
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    expect(json).toHaveBeenCalledWith('/api/alerts/push', {
      body: { endpoint: subscription.endpoint, keys: { p256dh: 'p', auth: 'a' } },
    })
    expect(saved().at(-1)).toMatchObject({ push: true })
  })

  it('offer a retry when the settings cannot be read, and say so without a network', async () => {
    const { user } = show(<AlertSettingsView />, { tables: { alert_settings: refuse } })
    expect(await screen.findByText('Your alert settings could not be loaded.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByRole('checkbox', { name: 'Mail' })).toBeNull()
  })

  it('list the starred props, each with a button that removes it', async () => {
    const stars = [STAR]
    const { user, supabase } = show(<AlertSettingsView />, {
      tables: { starred_props: () => ({ data: [...stars], error: null }) },
    })
    const button = await screen.findByRole('button', {
      name: 'Remove star: Tyrone Bass under 1.5 Total Bases',
    })
    stars.pop()
    await user.click(button)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Starred props' })).toBeNull())
    const eqs = supabase.writes.filter(({ table, name }) => table === 'starred_props' && name === 'eq')
    expect(eqs.map(({ values }) => values)).toEqual([
      ['game_pk', 7],
      ['person_id', 8],
      ['stat_type', 'Total Bases'],
    ])
  })
})
