import { ApiError } from '@propsight/shared/client'
import { type AccountRights, type ApiRequest, limitBody } from '@propsight/shared/contracts'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, within as inside, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { authNoticeAtom, userAtom } from '../../state/session.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import { fakeServices, sessionOf, USER_ID, within } from '../../testing/fake-services.tsx'
import { RightsView } from './rights-view.tsx'

const EMAIL = 'rae@example.com'
const NOW = new Date('2026-07-18T20:00:00Z')
const RIGHTS: AccountRights = {
  limit: 10,
  used: 3,
  pending: null,
  consents: [
    { document: 'age-21', version: '1', acceptedAt: '2026-07-01T12:00:00Z' },
    { document: 'terms', version: '2025-08-05', acceptedAt: '2026-07-01T12:00:00Z' },
  ],
  mailboxProven: true,
}
type Answers = Record<string, (request?: ApiRequest) => unknown>

/** Renders the view with a fake API that answers by path. The rights route has a default answer. */
function show(answers: Answers = {}) {
  const made = fakeServices(async (path, request) => {
    const answer = answers[path] ?? (path === '/api/account/rights' ? () => RIGHTS : null)
    if (!answer) throw new Error(`the test has no answer for ${path}`)
    return answer(request)
  })
  made.supabase.setSession(sessionOf(EMAIL))
  made.services.store.set(userAtom, { id: USER_ID, email: EMAIL })
  made.services.queryClient.setDefaultOptions({ queries: { retry: false } })
  const Within = within(made.services)
  render(
    <Within>
      <QueryClientProvider client={made.services.queryClient}>
        <RightsView />
      </QueryClientProvider>
    </Within>,
  )
  const calls = (path: string) =>
    made.json.mock.calls.filter(([at]) => at === path).map(([, request]) => request?.body)
  return { ...made, calls, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}
const part = (name: string) => inside(screen.getByRole('region', { name }))
const fails = (message: string, status: number, code: string) => () => {
  throw new ApiError(message, status, code)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the daily limit', () => {
  it('shows limit and use, applies a lower limit at once, and rejects anything but a whole number', async () => {
    const { user, calls } = show({ '/api/account/limit': () => ({ ...RIGHTS, limit: 5 }) })
    expect(await screen.findByText('10 credits')).toBeTruthy()
    const limit = part('Daily limit')
    expect(limit.getByText('3 of 10')).toBeTruthy()
    const field = limit.getByLabelText('Credits in 24 hours')
    const set = limit.getByRole('button', { name: 'Set limit' })
    for (const wrong of ['', 'ten', '1.5', '-1', '1001']) {
      await user.clear(field)
      if (wrong) await user.type(field, wrong)
      await user.click(set)
      expect(limit.getByRole('alert').textContent).toBe('Enter a whole number from 0 to 1,000.')
    }
    expect(hasUnsavedWork()).toBe(true)
    await user.clear(field)
    await user.type(field, '5{Enter}')
    expect(await limit.findByText('5 credits')).toBeTruthy()
    expect(limit.getByText('Your daily limit is set.')).toBeTruthy()
    expect(calls('/api/account/limit')).toEqual([{ limit: 5 }])
    expect(hasUnsavedWork()).toBe(false)
  })

  it('shows a pending higher limit with its time, and can cancel it', async () => {
    const pending = { limit: null, from: '2026-07-19T20:00:00Z' }
    const { user, calls } = show({
      '/api/account/limit': (request) =>
        limitBody.parse(request?.body).limit === null ? { ...RIGHTS, pending } : RIGHTS,
    })
    await screen.findByText('10 credits')
    const limit = part('Daily limit')
    await user.click(limit.getByRole('button', { name: 'No limit' }))
    expect(await limit.findByText('The change waits 24 hours.')).toBeTruthy()
    expect(limit.getByText('No limit from Jul 19, 2026, 8:00 PM.')).toBeTruthy()
    expect(screen.getByText('Times in UTC')).toBeTruthy()
    await user.click(limit.getByRole('button', { name: 'Keep 10' }))
    await waitFor(() => expect(limit.queryByText(/^No limit from/)).toBeNull())
    expect(calls('/api/account/limit')).toEqual([{ limit: null }, { limit: 10 }])
  })

  it('shows the use without a limit, and the reason of a failed change', async () => {
    const { user } = show({
      '/api/account/rights': () => ({ ...RIGHTS, limit: null, used: 1 }),
      '/api/account/limit': fails('Too many requests', 429, 'RATE_LIMITED'),
    })
    expect(await screen.findByText('1 credit')).toBeTruthy()
    const limit = part('Daily limit')
    expect(limit.queryByRole('button', { name: 'No limit' })).toBeNull()
    await user.type(limit.getByLabelText('Credits in 24 hours'), '4{Enter}')
    expect((await limit.findByRole('alert')).textContent).toBe('Too many requests')
  })
})

describe('the rights view', () => {
  it('shows a loading state, then the error, and loads again on Retry', async () => {
    let unavailable = true
    const { user } = show({
      '/api/account/rights': () => {
        if (unavailable) throw new ApiError('x', 0, 'CONNECTION_ERROR')
        return RIGHTS
      },
    })
    expect(screen.getByRole('status', { name: 'Loading your limits' })).toBeTruthy()
    expect(await screen.findByText('Your limits could not be loaded.')).toBeTruthy()
    expect(screen.getByText(/The server did not answer/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take a break' })).toBeTruthy()
    unavailable = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('10 credits')).toBeTruthy()
  })

  it('shows that the browser is offline', async () => {
    onlineManager.setOnline(false)
    show()
    expect(await screen.findByText('You are offline.')).toBeTruthy()
    onlineManager.setOnline(true)
    expect(await screen.findByText('10 credits')).toBeTruthy()
  })

  it('lists the accepted documents with version and time', async () => {
    show()
    await screen.findByText('Terms of Service')
    const agreed = part('What you agreed to')
    expect(agreed.getByText('21 or older')).toBeTruthy()
    expect(agreed.getByText('version 2025-08-05')).toBeTruthy()
    expect(agreed.getAllByRole('listitem')).toHaveLength(2)
  })

  it('shows an empty state when no consent is recorded', async () => {
    show({ '/api/account/rights': () => ({ ...RIGHTS, consents: [] }) })
    expect(await screen.findByText('Nothing is recorded for this account.')).toBeTruthy()
  })
})

describe('a break', () => {
  it('is confirmed once with its end date, then signs out with a notice at the login', async () => {
    const until = '2026-08-17T20:00:00Z'
    const { user, calls, services, supabase } = show({ '/api/account/exclude': () => ({ until }) })
    const select = part('Take a break').getByLabelText<HTMLSelectElement>('For')
    expect([...select.options].map(({ value }) => Number(value))).toEqual([1, 7, 30, 90, 180, 365, 1_825])
    await user.selectOptions(select, '30 days')
    await user.click(part('Take a break').getByRole('button', { name: 'Take a break' }))
    const question = await screen.findByRole('alertdialog', { name: 'Take a break until August 17, 2026?' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    expect(question.textContent).toContain('It cannot be ended earlier')
    expect(calls('/api/account/exclude')).toEqual([])
    await user.click(inside(question).getByRole('button', { name: 'Take the break' }))
    await waitFor(() => expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' }))
    expect(calls('/api/account/exclude')).toEqual([{ days: 30, confirm: true }])
    expect(services.store.get(authNoticeAtom)).toBe('You excluded yourself until August 17, 2026.')
  })

  it('says that the e-mail is covered only after a link in a mail was followed', async () => {
    const ADVICE = /sign in once by an emailed link/
    show()
    await screen.findByText('10 credits')
    expect(part('Take a break').getByText(/no new one with its email/)).toBeTruthy()
    expect(part('Take a break').queryByText(ADVICE)).toBeNull()
    cleanup()
    show({ '/api/account/rights': () => ({ ...RIGHTS, mailboxProven: false }) })
    expect(await screen.findByText(ADVICE)).toBeTruthy()
    expect(part('Take a break').queryByText(/no new one with its email/)).toBeNull()
  })

  it('keeps its dialog open with the reason when it fails, and does nothing after Cancel', async () => {
    const { user, calls, supabase } = show({
      '/api/account/exclude': fails('x', 0, 'CONNECTION_ERROR'),
    })
    await user.click(part('Take a break').getByRole('button', { name: 'Take a break' }))
    const question = inside(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Take the break' }))
    expect((await question.findByRole('alert')).textContent).toBe('The server did not answer. Try again.')
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(calls('/api/account/exclude')).toHaveLength(1)
    expect(supabase.auth.signOut).not.toHaveBeenCalled()
  })
})

describe('personal data', () => {
  const exported = {
    exportedAt: '2026-07-18T20:00:00Z',
    account: { email: EMAIL },
    tables: { runs: [{ id: 1 }] },
  }

  it('are saved as a JSON file with a confirmation', async () => {
    const blobs: Blob[] = []
    URL.createObjectURL = vi.fn((blob: Blob) => `blob:${blobs.push(blob)}`)
    URL.revokeObjectURL = vi.fn()
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const { user } = show({ '/api/account/export': () => exported })
    await user.click(screen.getByRole('button', { name: 'Download my data' }))
    expect(await screen.findByText('Saved as propsight-data-2026-07-18.json.')).toBeTruthy()
    expect(names).toEqual(['propsight-data-2026-07-18.json'])
    expect(JSON.parse((await blobs[0]?.text()) ?? '')).toEqual(exported)
  })

  it('show progress, send one request for repeated presses, and show the reason of a failure', async () => {
    let answer = (_error: Error) => {}
    const { user, calls } = show({
      '/api/account/export': () =>
        new Promise((_, fail) => {
          answer = fail
        }),
    })
    const button = screen.getByRole('button', { name: 'Download my data' })
    await user.click(button)
    expect(await screen.findByText('Collecting your data…')).toBeTruthy()
    await user.click(button)
    expect(calls('/api/account/export')).toHaveLength(1)
    answer(new ApiError('Too many requests', 429, 'RATE_LIMITED'))
    expect((await part('Your data').findByRole('alert')).textContent).toBe('Too many requests')
  })

  it('are deleted with the account only after its email was typed again', async () => {
    localStorage.setItem(STORAGE.pendingCode(EMAIL), 'CODE')
    const { user, calls, services, supabase } = show({ '/api/account/delete': () => ({ deleted: true }) })
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const question = inside(await screen.findByRole('alertdialog', { name: 'Delete this account for good?' }))
    await user.type(question.getByLabelText(`Type ${EMAIL} to confirm`), 'someone@example.com{Enter}')
    expect(question.getByRole('alert').textContent).toBe(`Type ${EMAIL} to confirm.`)
    expect(calls('/api/account/delete')).toEqual([])
    await user.clear(question.getByLabelText(`Type ${EMAIL} to confirm`))
    await user.type(question.getByLabelText(`Type ${EMAIL} to confirm`), 'Rae@Example.com')
    await user.click(question.getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(supabase.auth.signOut).toHaveBeenCalledOnce())
    expect(calls('/api/account/delete')).toEqual([{ confirm: EMAIL }])
    expect(services.store.get(authNoticeAtom)).toBe('Your account was deleted.')
    expect(localStorage.getItem(STORAGE.pendingCode(EMAIL))).toBeNull()
  })
})
