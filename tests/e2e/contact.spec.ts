import type { Page } from '@playwright/test'
import { type FakeMailServer, startFakeMailServer } from '@propsight/api/testing'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import type { TestSite } from '../support/product/test-site.ts'

const SENT = 'Thank you for your message! It has been sent.'
const LABELS = ['Full Name *', 'Email Address *', 'Subject *', 'Message *']
const WRITTEN = ['Ada Lovelace', 'ada@example.com', 'feature', 'More pitchers, please.\nThank you.']

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Contact Us' })
const openContact = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Contact Us' }).click()
const values = (page: Page) => Promise.all(LABELS.map((label) => dialog(page).getByLabel(label).inputValue()))
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send Message' }).click()

async function write(page: Page) {
  const [name = '', email = '', subject = '', message = ''] = WRITTEN
  await dialog(page).getByLabel('Full Name *').fill(name)
  await dialog(page).getByLabel('Email Address *').fill(email)
  await dialog(page).getByLabel('Subject *').selectOption(subject)
  await dialog(page).getByLabel('Message *').fill(message)
}
/** Records and accepts the alerts of the page. */
function listen(page: Page) {
  const alerts: string[] = []
  page.on('dialog', (alert) => {
    alerts.push(`${alert.type()}: ${alert.message()}`)
    void alert.accept()
  })
  return alerts
}

test.describe('contact form with a mail server', () => {
  let peer: FakeMailServer
  let api: Awaited<ReturnType<TestSite['instance']>>
  test.beforeAll(async ({ site }) => {
    peer = await startFakeMailServer()
    api = await site.instance({
      env: {
        SMTP_URL: peer.url,
        MAIL_FROM: 'app@propsight.example',
        CONTACT_TO: 'support@propsight.example',
      },
    })
  })
  test.afterEach(() => {
    peer.behave('take')
    peer.mails.length = 0
  })
  test.afterAll(async () => {
    await api?.close()
    await peer?.close()
  })

  test('S9: a message of a signed-in user is sent by mail, and the alert confirms it', async ({
    page,
    site,
  }) => {
    const alerts = listen(page)
    await openWithSession(page, api.url, await site.newUser())
    await openContact(page)
    await write(page)
    await send(page)
    await expect(dialog(page)).toBeHidden()
    expect(alerts).toEqual([`alert: ${SENT}`])
    const [mail] = peer.mails
    expect(mail?.to).toEqual(['support@propsight.example'])
    expect(mail?.header('Subject')).toBe('Contact Us: Feature Request')
    expect(mail?.header('Reply-To')).toBe('Ada Lovelace <ada@example.com>')
    expect(mail?.source).toContain('More pitchers, please.\r\nThank you.')
    expect(mail?.source).toMatch(/Account: {2}[0-9a-f-]{36}\r\n/)
    await openContact(page)
    expect(await values(page)).toEqual(['', '', '', ''])
  })
})
