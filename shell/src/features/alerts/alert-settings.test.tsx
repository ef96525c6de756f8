import {
  type AlertChannels,
  type AlertSettings,
  DEFAULT_ALERT_SETTINGS,
  type StarredProp,
} from '@propsight/shared/contracts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { USER_ID } from '../../testing/fake-services.tsx'
import { refuse, show } from '../../testing/show-alerts.tsx'
import { AlertSettingsView } from './alert-settings.tsx'
import { settingsKey } from './alerts-api.ts'

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
const settings = (changes: Partial<AlertSettings>) => ({
  alert_settings: () => ({ data: [{ ...DEFAULT_ALERT_SETTINGS, ...changes }], error: null }),
})

afterEach(() => vi.unstubAllGlobals())

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

  it('show a change in the same task as the click', async () => {
    show(<AlertSettingsView />)
    const kind = await box('The line or its price moves')
    fireEvent.click(kind)
    expect(kind.checked).toBe(false)
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(kind.checked).toBe(false)
  })

  it('keep a change that is made while they are read again', async () => {
    const { user, services } = show(<AlertSettingsView />)
    await box('Mail')
    const reading = Promise.withResolvers<AlertSettings>()
    const read = services.queryClient
      .fetchQuery({ queryKey: settingsKey(USER_ID), queryFn: () => reading.promise })
      .catch(() => undefined)
    await user.click(await box('Stop all alerts'))
    reading.resolve(DEFAULT_ALERT_SETTINGS)
    await read
    expect((await box('Stop all alerts')).checked).toBe(true)
    expect(await screen.findByText('Saved.')).toBeTruthy()
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

  it.each([
    ['has no subscription', false],
    ['is subscribed with an earlier key of the server', true],
  ])('subscribe a browser that %s to pushes and tell the server', async (_, isOfEarlierKey) => {
    const subscription = {
      endpoint: 'https://push.example/1',
      options: { applicationServerKey: new TextEncoder().encode('key?').buffer },
      unsubscribe: vi.fn(async () => true),
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    }
    const endEarlier = vi.fn(async () => true)
    const earlierKey = { applicationServerKey: new TextEncoder().encode('earlier').buffer }
    const earlier = { ...subscription, options: earlierKey, unsubscribe: endEarlier }
    let current: typeof subscription | null = isOfEarlierKey ? earlier : null
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
      api: { '/api/alerts/channels': () => ({ push: 'a2V5Pw', mail: 'ready' }) },
    })
    await waitFor(async () => expect((await box('Push to this browser')).disabled).toBe(false))
    expect((await box('Push to this browser')).checked).toBe(false)
    await user.click(await box('Push to this browser'))
    await waitFor(async () => expect((await box('Push to this browser')).checked).toBe(true))
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'a2V5Pw' })
    expect(endEarlier).toHaveBeenCalledTimes(isOfEarlierKey ? 1 : 0)
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
