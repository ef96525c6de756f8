import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { AlertDelivery } from '../../repositories/alerts.ts'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { startFakeMailServer } from '../../testing/fake-mail-server.ts'
import { TEST_USER, testEnv } from '../../testing/test-env.ts'
import { repositories } from '../../testing/with-app.ts'
import { createMailbox } from '../operations/mailbox.ts'
import { deliverAlerts, sendAlertMail, unsubscribeLink } from './deliver-alerts.ts'

const MAIL = {
  MAIL_FROM: 'app@propsight.example',
  CONTACT_TO: 'support@propsight.example',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
}

const DELIVERY: AlertDelivery = {
  lease: randomUUID(),
  channel: 'mail',
  attempt: 1,
  userId: TEST_USER,
  address: 'pat@example.com',
  subscription: null,
  quiet: null,
  alerts: [
    {
      id: 7,
      kind: 'line-moved',
      title: 'Mateo Villareal: Hits line 1.5 → 2.5\r\nBcc: victim@example.com',
      body: 'The books’ chance of over 1.5, without their margin: 52% → 41%.',
      path: '/picks',
      startsAt: '2026-07-18T23:05:00Z',
      createdAt: '2026-07-18T20:00:00Z',
    },
  ],
  more: 0,
}

describe('the mail of alerts', () => {
  it('has links to the site, and can be turned off by its link and by mail programs with one click', async () => {
    const peer = await startFakeMailServer()
    try {
      const env = testEnv({ ...MAIL, SMTP_URL: peer.url, PUBLIC_URL: 'https://propsight.example' })
      expect(await sendAlertMail({ env, mailbox: null }, DELIVERY)).toEqual({ result: 'sent' })
      const [mail] = peer.mails
      const link = unsubscribeLink({ env }, TEST_USER)
      expect(mail?.to).toEqual(['pat@example.com'])
      expect(mail?.header('Bcc')).toBeUndefined()
      expect(mail?.header('Message-ID')).toBe('<alert-7@propsight.example>')
      expect(mail?.header('List-Unsubscribe')).toBe(`<${link}>`)
      expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    } finally {
      await peer.close()
    }
  })

  it('goes into the mailbox of an embedded installation, all due alerts in one', async () => {
    const mailbox = createMailbox()
    const env = testEnv({ PUBLIC_URL: 'http://127.0.0.1:4000' })
    await sendAlertMail({ env, mailbox }, { ...DELIVERY, more: 2 })
    const [mail] = await mailbox.list()
    expect(mail).toMatchObject({ to: 'pat@example.com', subject: '3 alerts about your props' })
    expect(mail?.text).toContain('http://127.0.0.1:4000/picks')
    expect(mail?.text).toContain('And 2 more on the site.')
    expect(mail?.text).toContain(unsubscribeLink({ env }, TEST_USER))
  })
})

describe('deliverAlerts', () => {
  const END = Date.now() + 60_000
  /** Delivers the given claims. @returns what was settled */
  async function deliver(claims: AlertDelivery[], env = testEnv({ PUBLIC_URL: 'http://127.0.0.1:4000' })) {
    const settle = vi.fn(async () => undefined)
    const claim = vi.fn(async () => claims.shift() ?? null)
    const mailbox = createMailbox()
    const alerts = { ...fakeDeps().repositories.alerts, claim, settle }
    const deps = fakeDeps({ ...repositories({ alerts }), env, mailbox })
    await deliverAlerts(deps, END)
    return { settle, claim, mails: await mailbox.list(), deps }
  }

  it('sends each claimed delivery once and stores its result', async () => {
    const { settle, mails } = await deliver([DELIVERY, { ...DELIVERY, lease: randomUUID() }])
    expect(mails).toHaveLength(2)
    expect(settle).toHaveBeenCalledWith(DELIVERY.lease, { result: 'sent' })
  })

  it('sends nothing during quiet hours, and waits until they end', async () => {
    const quiet = { from: 0, to: 1_439, timeZone: 'UTC' }
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-18T12:00:00Z') })
    try {
      const { settle, mails } = await deliver([{ ...DELIVERY, quiet }])
      expect(mails).toEqual([])
      expect(settle).toHaveBeenCalledWith(DELIVERY.lease, { result: 'wait', seconds: 43_140 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('claims only channels that the installation has', async () => {
    const { claim } = await deliver([], testEnv())
    expect(claim).not.toHaveBeenCalled()
    const { claim: mailOnly } = await deliver([])
    expect(mailOnly).toHaveBeenCalledWith(['mail'], expect.any(Date), 60)
  })
})
