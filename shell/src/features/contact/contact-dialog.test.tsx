import { ApiError } from '@propsight/shared/client'
import { CONTACT_SUBJECTS, contactBody } from '@propsight/shared/contracts'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layerAtom } from '../../state/layer.ts'
import { userAtom } from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import { fakeServices, within } from '../../testing/fake-services.tsx'
import { ContactDialog, clearDraft } from './contact-dialog.tsx'

const DEMO = 'Thank you for your message! This is a UI demo - no actual message was sent.'

let clear = () => {}
beforeEach(() => {
  vi.spyOn(window, 'alert').mockImplementation(() => {})
})
afterEach(() => {
  // Unsaved work is registered per page, and all tests share one page.
  clear()
  vi.restoreAllMocks()
})

/** Renders the dialog as the shell does: while its layer is open. */
function show(contact: boolean, api: (path: string) => Promise<unknown> = async () => ({})) {
  const made = fakeServices(api)
  const { store } = made.services
  made.services.config = { ...made.services.config, contact }
  const open = () => act(() => store.set(layerAtom, { kind: 'contact' }))
  const Layer = () =>
    useAtomValue(layerAtom)?.kind === 'contact' ? (
      <ContactDialog open onClose={() => store.set(layerAtom, null)} />
    ) : null
  render(<Layer />, { wrapper: within(made.services) })
  open()
  clear = () => act(() => clearDraft(store))
  return { ...made, store, open, user: userEvent.setup() }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const values = () =>
  ['Full Name *', 'Email Address *', 'Subject *', 'Message *'].map((label) => field(label).value)
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

async function write(user: ReturnType<typeof userEvent.setup>, more: { email?: string } = {}) {
  await user.type(field('Full Name *'), 'Ada')
  await user.type(field('Email Address *'), more.email ?? 'ada@example.com')
  await user.selectOptions(field('Subject *'), 'Bug Report')
  await user.type(field('Message *'), 'It is red')
}
const WRITTEN = ['Ada', 'ada@example.com', 'bug', 'It is red']
const NOTHING = ['', '', '', '']
const sentBodies = (json: ReturnType<typeof fakeServices>['json']) =>
  json.mock.calls.map(([path, request]) => {
    expect(path).toBe('/api/contact')
    return contactBody.parse(request?.body)
  })

describe('S9 Contact Us', () => {
  it('has its texts, four required fields, and six subjects after a placeholder', () => {
    show(false)
    expect(screen.getByRole('dialog', { name: 'Contact Us' })).toBeTruthy()
    expect(screen.getByText("Have questions or feedback? We'd love to hear from you.")).toBeTruthy()
    expect(
      screen.getByText(/Privacy Policy.*only to respond to your inquiry.*not shared with third parties/),
    ).toBeTruthy()
    for (const label of ['Full Name *', 'Email Address *', 'Subject *', 'Message *']) {
      expect(field(label).required).toBe(true)
    }
    expect(field('Email Address *').type).toBe('email')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message *').rows).toBe(6)
    const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ value, text }) => [value, text])
    expect(options).toEqual([
      ['', 'Select a subject'],
      ...CONTACT_SUBJECTS.map(({ value, label }) => [value, label]),
    ])
    for (const name of ['Close', 'Cancel', 'Send Message'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('without mail reports that nothing was sent, sends no request, closes and clears', async () => {
    const { user, json, open } = show(false)
    await write(user)
    await press(user, 'Send Message')
    expect(window.alert).toHaveBeenCalledExactlyOnceWith(DEMO)
    expect(json).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
    open()
    expect(values()).toEqual(NOTHING)
  })

  it('rejects blank fields, shows an error at each and focuses the first', async () => {
    const { user } = show(false)
    await write(user)
    for (const label of ['Full Name *', 'Message *']) {
      await user.clear(field(label))
      await user.type(field(label), '   ')
    }
    await press(user, 'Send Message')
    expect(window.alert).not.toHaveBeenCalled()
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please enter your name',
      'Please enter a message',
    ])
    expect(document.activeElement).toBe(field('Full Name *'))
    await user.type(field('Full Name *'), 'Ada')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it.each([
    [true, 'Thank you for your message! It has been sent.'],
    [false, 'Thank you for your message! It is stored and will be sent when our mail server accepts it.'],
  ])('with mail sends the message (sent already: %s), confirms it, closes and clears', async (sent, text) => {
    const { user, json, open } = show(true, async () => ({ stored: true, sent }))
    await write(user)
    await press(user, 'Send Message')
    await vi.waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith(text))
    const [name, email, subject, message] = WRITTEN
    expect(sentBodies(json)).toEqual([expect.objectContaining({ name, email, subject, message })])
    expect(screen.queryByRole('dialog')).toBeNull()
    open()
    expect(values()).toEqual(NOTHING)
  })

  it('keeps the text after a failure, retries with the same id, and uses a new id for a changed text', async () => {
    let fails = true
    const { user, json } = show(true, async () => {
      if (fails) throw new ApiError('The data service is not answering.', 503, 'UNAVAILABLE')
      return { stored: true, sent: true }
    })
    await write(user)
    await press(user, 'Send Message')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your message was not sent. The data service is not answering.',
    )
    expect(values()).toEqual(WRITTEN)
    await press(user, 'Retry')
    await vi.waitFor(() => expect(json).toHaveBeenCalledTimes(2))
    await user.type(field('Message *'), '!')
    fails = false
    await press(user, 'Send Message')
    await vi.waitFor(() => expect(window.alert).toHaveBeenCalledOnce())
    const [first, again, other] = sentBodies(json)
    expect(again).toEqual(first)
    expect(other?.id).not.toBe(first?.id)
    expect(other?.message).toBe('It is red!')
  })

  it.each([
    ['connection error', new ApiError('x', 0, 'CONNECTION_ERROR'), 'The server cannot be reached.'],
    [
      'rate limit',
      new ApiError('Too many requests. Try again in 21 minutes.', 429, 'RATE_LIMITED'),
      'Too many requests. Try again in 21 minutes.',
    ],
  ])('shows the reason of a failure: %s', async (_, thrown, reason) => {
    const { user } = show(true, async () => {
      throw thrown
    })
    await write(user)
    await press(user, 'Send Message')
    expect((await screen.findByRole('alert')).textContent).toBe(`Your message was not sent. ${reason}`)
  })

  it('shows an error when the response cannot be read', async () => {
    const { user } = show(true, async () => ({ stored: 'perhaps' }))
    await write(user)
    await press(user, 'Send Message')
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be read')
    expect(window.alert).not.toHaveBeenCalled()
  })

  it('sends one request for repeated presses of Send, and can be closed while sending', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { user, json, store } = show(true, () => answer.promise)
    await write(user)
    await press(user, 'Send Message')
    await press(user, 'Sending…')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    answer.reject(new ApiError('Away', 503, 'UNAVAILABLE'))
    await vi.waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
    expect(json).toHaveBeenCalledOnce()
    const [toast] = store.get(toastsAtom)
    expect(toast).toMatchObject({ message: 'Your message was not sent. Away', tone: 'low' })
    act(() => toast?.action?.run())
    expect(values()).toEqual(WRITTEN)
  })

  it('with mail validates by the server’s rules before it sends a request', async () => {
    const { user, json } = show(true)
    await write(user, { email: 'ada@localhost' })
    await user.click(field('Message *'))
    await user.paste('a'.repeat(5_000))
    await press(user, 'Send Message')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please enter an email address that we can reply to',
      'At most 5,000 characters; this has 5,009',
    ])
    expect(json).not.toHaveBeenCalled()
  })

  it('keeps a closed draft as unsaved work until Cancel', async () => {
    const { user, open } = show(true)
    expect(hasUnsavedWork()).toBe(false)
    await write(user)
    expect(hasUnsavedWork()).toBe(true)
    await press(user, 'Close')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(hasUnsavedWork()).toBe(true)
    open()
    expect(values()).toEqual(WRITTEN)
    await press(user, 'Cancel')
    expect(hasUnsavedWork()).toBe(false)
    open()
    expect(values()).toEqual(NOTHING)
  })

  it('keeps a draft while its author signs in, and hides it from any other user', async () => {
    const { user, store } = show(true)
    await write(user)
    act(() => store.set(userAtom, { id: 'a', email: 'ada@example.com' }))
    expect(values()).toEqual(WRITTEN)
    act(() => store.set(userAtom, { id: 'a', email: 'new@example.com' }))
    expect(values()).toEqual(WRITTEN)
    act(() => store.set(userAtom, null))
    expect(values()).toEqual(NOTHING)
  })
})
