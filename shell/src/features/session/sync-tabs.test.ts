import { type Profile, profileSchema } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OLD_AFTER_MS } from '../../state/on-return.ts'
import { profileAtom, userAtom } from '../../state/session.ts'
import { fakeServices, profileRow, USER_ID } from '../../testing/fake-services.tsx'
import { syncProfileAcrossTabs, type TabChannel } from './sync-tabs.ts'

const OTHER_ID = '00000000-0000-4000-8000-000000000002'
const row = (credits: number, version: number, userId = USER_ID): Profile =>
  profileSchema.parse(profileRow({ user_id: userId, credits, updated_at: `2026-07-01T00:00:0${version}Z` }))

/** Fake of `BroadcastChannel`: every other tab receives the messages of one tab. */
function browser() {
  const tabs: { channel: TabChannel; hear: (data: unknown) => void }[] = []
  const posted: unknown[] = []
  const channel = (): TabChannel => {
    const listeners: ((event: MessageEvent) => void)[] = []
    const own: TabChannel = {
      postMessage: (data) => {
        posted.push(data)
        for (const tab of tabs) if (tab.channel !== own) tab.hear(data)
      },
      addEventListener: (_type: string, listener: unknown) => {
        listeners.push(listener as (event: MessageEvent) => void)
      },
      close: vi.fn(() => listeners.splice(0)),
    }
    const hear = (data: unknown) => {
      for (const listener of [...listeners]) listener(new MessageEvent('message', { data }))
    }
    tabs.push({ channel: own, hear })
    return own
  }
  const say = (data: unknown) => {
    for (const tab of tabs) tab.hear(data)
  }
  return { channel, posted, say }
}

const ends: (() => void)[] = []
function tab(channel: TabChannel | null, profile = row(20, 1)) {
  const { services, supabase } = fakeServices()
  const { store } = services
  store.set(userAtom, { id: profile.user_id, email: profile.email })
  store.set(profileAtom, profile)
  supabase.answerProfiles({ data: profile, error: null })
  ends.push(syncProfileAcrossTabs(services, window, channel))
  return {
    store,
    credits: () => store.get(profileAtom)?.credits,
    spend: (next: Profile) => store.set(profileAtom, next),
    serverHas: (next: Profile) => supabase.answerProfiles({ data: next, error: null }),
    reads: () => supabase.queries.filter((name) => name === 'single').length,
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

describe('S5 credits in every tab of a user', () => {
  it('follow a change in another tab, without a message in return', async () => {
    const { channel, posted } = browser()
    const here = tab(channel())
    const there = tab(channel())
    posted.length = 0
    there.serverHas(row(19, 2))
    here.spend(row(19, 2))
    await vi.advanceTimersByTimeAsync(0)
    expect(there.credits()).toBe(19)
    expect(posted).toEqual([`${USER_ID} ${row(19, 2).updated_at}`])
    expect([here.reads(), there.reads()]).toEqual([0, 1])
  })

  it('are read from the server, never from another tab’s message', async () => {
    const { channel, posted } = browser()
    const here = tab(channel())
    const there = tab(channel())
    there.serverHas(row(16, 3))
    here.serverHas(row(16, 3))
    here.spend(row(9_999, 2))
    await vi.advanceTimersByTimeAsync(0)
    expect([here.credits(), there.credits()]).toEqual([16, 16])
    expect(posted.join()).not.toContain('9999')
  })

  it('of two users stay separate', async () => {
    const { channel } = browser()
    const here = tab(channel())
    const otherUser = tab(channel(), row(7, 1, OTHER_ID))
    here.spend(row(19, 2))
    await vi.advanceTimersByTimeAsync(0)
    expect(otherUser.credits()).toBe(7)
    expect(otherUser.reads()).toBe(0)
  })

  it.each([['', 'nonsense', null, { user: USER_ID }, `${USER_ID}x 1`]].flat())(
    'ignore the message %j',
    async (data) => {
      const { channel, say } = browser()
      const here = tab(channel())
      say(data)
      await vi.advanceTimersByTimeAsync(0)
      expect(here.reads()).toBe(0)
    },
  )

  it('are not read without a session', async () => {
    const { channel, say } = browser()
    const here = tab(channel())
    here.store.set(userAtom, null)
    here.store.set(profileAtom, null)
    say(`${USER_ID} 2026-07-01T00:00:02Z`)
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(OLD_AFTER_MS)
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
    expect(here.reads()).toBe(0)
  })

  it('are read once more for any number of messages during a read', async () => {
    const { channel, say } = browser()
    const here = tab(channel())
    here.serverHas(row(15, 9))
    for (const version of [2, 3, 4, 5]) say(`${USER_ID} 2026-07-01T00:00:0${version}Z`)
    await vi.advanceTimersByTimeAsync(0)
    expect(here.reads()).toBe(2)
    expect(here.credits()).toBe(15)
  })

  it('are read when the tab regains focus after half a minute, and not sooner', async () => {
    const here = tab(null)
    here.serverHas(row(12, 2))
    await vi.advanceTimersByTimeAsync(OLD_AFTER_MS - 1)
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
    expect(here.reads()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect([here.reads(), here.credits()]).toEqual([1, 12])
  })

  it('are not followed after syncProfileAcrossTabs has ended', async () => {
    const { channel } = browser()
    const own = channel()
    const here = tab(channel())
    const there = tab(own)
    ends.pop()?.()
    expect(own.close).toHaveBeenCalled()
    here.spend(row(19, 2))
    await vi.advanceTimersByTimeAsync(OLD_AFTER_MS)
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
    expect(there.reads()).toBe(0)
  })
})
