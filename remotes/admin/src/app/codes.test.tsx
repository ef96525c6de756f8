import { refuse } from '@propsight/harness'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aCode, openAdmin } from '../testing/open-admin.tsx'

const createButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })
const unreachable = () => {
  throw new TypeError('Failed to fetch')
}
const silent = (status: number) => new Response('', { status })

describe('the codes view', () => {
  it('D1: enables Create only with a code and uses above 0, and resets empty uses to 1', async () => {
    const { user } = openAdmin()
    const uses = await screen.findByLabelText<HTMLInputElement>('Max Uses')
    expect(uses.value).toBe('1')
    expect(createButton().disabled).toBe(true)
    await user.type(screen.getByLabelText('Code'), '  ')
    expect(createButton().disabled).toBe(true)
    await user.type(screen.getByLabelText('Code'), 'NEW')
    expect(createButton().disabled).toBe(false)
    await user.clear(uses)
    await user.type(uses, '0')
    expect(createButton().disabled).toBe(true)
    await user.clear(uses)
    await user.tab()
    expect(uses.value).toBe('1')
    expect(createButton().disabled).toBe(false)
  })

  it('D1: sends the trimmed code with null for empty fields, confirms it and clears code and notes', async () => {
    const { user, sent, requests } = openAdmin({ 'POST /api/access/create': () => ({ code: 'NEW' }) })
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    await user.type(code, ' NEW ')
    await user.click(createButton())
    expect(await screen.findByText('✅ Code created')).toBeDefined()
    expect(sent('/api/access/create')).toEqual([{ code: 'NEW', maxUses: 1, expiresAt: null, notes: null }])
    expect(code.value).toBe('')
    await waitFor(() => expect(requests('/api/admin/list-codes')).toHaveLength(2))
    const expires = screen.getByLabelText('Expires At (optional)')
    await user.type(code, 'LATER')
    await user.type(expires, '2026-12-31T18:30')
    await user.type(screen.getByLabelText('Notes (optional)'), 'for Rae')
    await user.click(createButton())
    await waitFor(() => expect(sent('/api/access/create')).toHaveLength(2))
    expect(sent('/api/access/create')[1]).toEqual({
      code: 'LATER',
      maxUses: 1,
      expiresAt: new Date('2026-12-31T18:30').toISOString(),
      notes: 'for Rae',
    })
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Notes (optional)').value).toBe(''))
  })

  it.each([
    ['the server’s error', () => refuse(409, 'CONFLICT', 'There is one already'), 'There is one already'],
    ['a fallback message', () => silent(500), 'Failed to create code'],
    ['Network error for no answer', unreachable, 'Network error'],
    [
      'the message of an unreadable answer',
      () => ({ code: 7 }),
      'This version cannot read the server’s answer. Reload the page.',
    ],
  ])('D1: shows %s when creating a code fails, and keeps the typed code', async (_what, script, text) => {
    const { user } = openAdmin({ 'POST /api/access/create': script })
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    await user.type(code, 'NEW')
    await user.click(createButton())
    expect(await screen.findByText(text)).toBeDefined()
    expect(code.value).toBe('NEW')
  })

  it.each([
    ['the server’s text', () => refuse(400, 'BAD', 'No list today'), 'No list today'],
    ['Failed to list codes', () => silent(404), 'Failed to list codes'],
    ['Failed to list for no answer', unreachable, 'Failed to list'],
  ])('D1: shows %s with Retry when listing the codes fails', async (_what, script, text) => {
    const { user, requests } = openAdmin({ 'GET /api/admin/list-codes': script })
    expect(await screen.findByRole('heading', { name: text })).toBeDefined()
    const before = requests('/api/admin/list-codes').length
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(requests('/api/admin/list-codes').length).toBeGreaterThan(before))
  })

  it('D1: shows until when a code is valid, with the time', async () => {
    const expiring = aCode('EVENING', { expires_at: '2030-12-31T18:30:00Z' })
    openAdmin({
      'GET /api/admin/list-codes': () => ({ codes: [expiring, aCode('FOREVER')], total: 2, next: null }),
    })
    const rowOf = async (code: string) => (await screen.findByText(code)).closest('tr')?.textContent
    expect(await rowOf('EVENING')).toMatch(/(?:Dec 31, 2030|Jan 1, 2031), \d+:30 [AP]M/)
    expect(await rowOf('FOREVER')).toContain('never')
  })

  it('D1: reloads the list on Refresh and loads the next page on Show more', async () => {
    const { user, requests } = openAdmin({
      'GET /api/admin/list-codes': ({ query }) =>
        query.after === 'one'
          ? { codes: [aCode('SECOND')], total: 2, next: null }
          : { codes: [aCode('FIRST', { reserved: 2 })], total: 2, next: 'one' },
    })
    expect(await screen.findByText('2 codes')).toBeDefined()
    expect(screen.getAllByText(/2 held/).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('SECOND')).toBeDefined()
    const before = requests('/api/admin/list-codes').length
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(requests('/api/admin/list-codes').length).toBeGreaterThan(before))
  })

  it('C4 D1: Delete asks for confirmation with the code and its uses, and Undo restores the code', async () => {
    const { user, sent, toasts } = openAdmin({
      'POST /api/admin/delete-code': () => null,
      'POST /api/admin/restore-code': () => null,
    })
    await user.click(await screen.findByRole('button', { name: 'Delete PRESS-BOX' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete PRESS-BOX?' }))
    expect(dialog.getByText(/^3 of 10 uses taken/)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent('/api/admin/delete-code')).toEqual([{ code: 'PRESS-BOX' }])
    const [toast] = toasts.shown.get()
    expect(toast).toMatchObject({ message: 'Deleted PRESS-BOX', action: { label: 'Undo' } })
    toast?.action?.run()
    await waitFor(() => expect(sent('/api/admin/restore-code')).toEqual([{ code: 'PRESS-BOX' }]))
  })

  it('keeps a half-typed code while another view is open', async () => {
    const { user, unsaved } = openAdmin({ 'GET /api/admin/audit': () => ({ entries: [], next: null }) })
    await user.type(await screen.findByLabelText('Code'), 'HALF')
    expect(unsaved.read().dirty).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Audit log' }))
    await screen.findByRole('heading', { name: 'Nothing yet' })
    expect(screen.queryByRole('heading', { name: /^Existing codes/ })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Codes' }))
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('HALF')
  })

  it.each([
    ['the server’s error', () => refuse(409, 'CONFLICT', 'This code is in use'), 'This code is in use'],
    ['Delete failed', () => silent(500), 'Delete failed'],
    ['Delete failed for no answer', unreachable, 'Delete failed'],
  ])('D1: shows %s and keeps the dialog open when a deletion fails', async (_what, script, text) => {
    const { user } = openAdmin({ 'POST /api/admin/delete-code': script })
    await user.click(await screen.findByRole('button', { name: 'Delete PRESS-BOX' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.getByRole('alertdialog')).toBeDefined()
  })

  it('generates many codes, and retries a failed call with the same idempotency key', async () => {
    let tries = 0
    const { user, sent } = openAdmin({
      'POST /api/admin/generate-codes': () => {
        tries += 1
        return tries === 1 ? silent(502) : { codes: ['PRESS-A', 'PRESS-B'] }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Create many' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create many' }))
    const count = dialog.getByLabelText('How many')
    await user.clear(count)
    await user.type(count, '2')
    await user.type(dialog.getByLabelText('Prefix (optional)'), 'PRESS-')
    await user.click(dialog.getByRole('button', { name: 'Create 2 codes' }))
    expect(await dialog.findByText('Failed to create codes')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Create 2 codes' }))
    expect(await dialog.findByText('2 codes created')).toBeDefined()
    const [first, second] = sent('/api/admin/generate-codes')
    expect(first).toEqual(second)
    expect(first).toMatchObject({ count: 2, prefix: 'PRESS-', maxUses: 1, expiresAt: null, notes: null })
  })

  it('enables the CSV import only when every row is valid', async () => {
    const { user, sent } = openAdmin({ 'POST /api/admin/import-codes': () => ({ codes: ['A-1'] }) })
    await user.click(await screen.findByRole('button', { name: 'Create many' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create many' }))
    await user.click(dialog.getByRole('radio', { name: 'Import CSV' }))
    const pasted = dialog.getByLabelText('Or paste it here')
    await user.click(pasted)
    await user.paste('code,max_uses\nA-1,none')
    expect(dialog.getByText('Row 2: max_uses is a whole number from 1 to 1,000,000')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
    await user.clear(pasted)
    await user.paste('code,max_uses\nA-1,7')
    await user.click(dialog.getByRole('button', { name: 'Import 1 code' }))
    expect(await dialog.findByText('1 code created')).toBeDefined()
    expect(sent('/api/admin/import-codes')).toEqual([
      { codes: [{ code: 'A-1', maxUses: 7, expiresAt: null, notes: null }] },
    ])
  })
})
