import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMailbox, findLinks, labelOf, MAILBOX_POLICY, MAILBOX_STYLE, renderMailbox } from './mailbox.ts'

const mail = (subject: string) => ({
  to: 'pat@example.com',
  subject,
  text: '',
  html: '<html xmlns="http://www.w3.org/1999/xhtml"><a class="button" href="http://127.0.0.1:1/auth/v1/verify?token=t&amp;type=magiclink">Sign in</a>',
  at: '2026-07-15T16:00:00.000Z',
})

it('the mailbox keeps mails across instances, newest first, readable by their owner only', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'propsight-mail-')), 'mailbox')
  try {
    const box = createMailbox(folder)
    for (const subject of ['first', 'second', 'third']) {
      await box.add(mail(subject))
      // File names carry milliseconds, so the next mail needs a later one.
      const now = Date.now()
      while (Date.now() === now) await Promise.resolve()
    }
    expect((await createMailbox(folder).list()).map(({ subject }) => subject)).toEqual([
      'third',
      'second',
      'first',
    ])
    expect((await stat(folder)).mode & 0o077).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('the mailbox page shows links as links and everything else as text', () => {
  const hostile = { ...mail('<img src=x onerror=alert(1)>'), id: '1', text: '<script>alert(1)</script>' }
  expect(findLinks(hostile)).toEqual(['http://127.0.0.1:1/auth/v1/verify?token=t&type=magiclink'])
  const page = renderMailbox([hostile], '/dev/mailbox/key')
  expect(page).not.toMatch(/<script|<img/)
  expect(page).toContain('href="http://127.0.0.1:1/auth/v1/verify?token=t&amp;type=magiclink"')
})

it.each([
  ['magiclink', 'Sign in'],
  ['recovery', 'Reset password'],
  ['signup', 'Confirm email'],
  ['email_change', 'Confirm the new email'],
  ['constructor', 'Open the link'],
])("labelOf names a link of type %s as '%s'", (type, label) => {
  expect(labelOf(`http://127.0.0.1:1/auth/v1/verify?token=t&type=${type}`)).toBe(label)
})

it('the mailbox page has exactly the style that its policy allows', () => {
  const digest = createHash('sha256').update(MAILBOX_STYLE).digest('base64')
  expect(MAILBOX_POLICY).toContain(`style-src 'sha256-${digest}'`)
  expect(renderMailbox([], '/dev/mailbox/key')).toContain(`<style>${MAILBOX_STYLE}</style>`)
  expect(renderMailbox([], '/dev/mailbox/key')).toContain('No mail yet.')
})
