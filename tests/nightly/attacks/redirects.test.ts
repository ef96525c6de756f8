import { sendRaw, testVariables } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTemplateLink, linkIn } from '../../support/accounts/mail-link.ts'
import { openTarget, type Target } from './support/target.ts'

const KEY = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''
let target: Target
beforeAll(async () => {
  target = await openTarget()
}, 120_000)
afterAll(() => target?.close(), 30_000)

/** Addresses that resemble the product's own. */
const FOREIGN: ((own: string) => string)[] = [
  () => 'https://evil.test/',
  () => '//evil.test',
  () => '/\\evil.test',
  () => 'https:evil.test',
  () => 'javascript:alert(1)//',
  () => 'data:text/html,<script>1</script>',
  (own) => `${own}@evil.test/`,
  (own) => `${own}.evil.test/`,
  (own) => `${own}:pw@evil.test/`,
  (own) => own.replace('http://', 'http://evil.test\\@'),
  (own) => own.replace('http://', 'http://evil.test/\\@'),
  (own) => own.replace('http://', 'http://evil.test#@'),
  (own) => own.replace('http://', 'http://evil.test?@'),
  (own) => own.replace('http://', 'http://evil.test%2f@'),
  (own) => own.replace('http://', 'http:\t//evil.test\\@'),
  (own) => own.replace('http://', 'http://evil.test\n@'),
  (own) => own.replace(/:\d+$/, ':1/'),
  (own) => own.replace('http://', 'https://'),
  (own) => `${own}\r\nLocation: https://evil.test`,
]
/** The origin that a browser resolves from a Location header. */
const originOf = (location: string, base: string) => new URL(location, base).origin

const newestLink = async (): Promise<string> => {
  const [mail] = (await target.instances[0]?.deps.mailbox?.list()) ?? []
  return linkIn(mail?.text)
}
const askForLink = (path: string, more: Record<string, string> = {}) =>
  sendRaw(target.url, {
    method: 'POST',
    path,
    headers: { apikey: KEY, 'content-type': 'application/json', ...more },
    body: JSON.stringify({ email: target.owner.email, create_user: false }),
  })

describe('an e-mail link requested by another person', () => {
  it.each(FOREIGN.map((make) => [make('http://127.0.0.1:4000'), make] as const))(
    'redirects no session to %s',
    async (_shown, make) => {
      const foreign = encodeURIComponent(make(target.url))
      expect((await askForLink(`/auth/v1/recover?redirect_to=${foreign}`)).status).toBe(200)
      const mailed = await newestLink()
      expect(new URL(mailed).origin).toBe(target.url)
      // As a default template would mail it, and with a forged redirect_to.
      const link = new URL(defaultTemplateLink(target.url, mailed))
      for (const path of [
        link.pathname + link.search,
        `${link.pathname}${link.search.replace(/&?redirect_to=[^&]*/, '')}&redirect_to=${foreign}`,
      ]) {
        const { status, headers } = await sendRaw(target.url, { method: 'GET', path })
        expect(status).toBeGreaterThanOrEqual(300)
        if (headers.location) expect(originOf(String(headers.location), target.url)).toBe(target.url)
      }
    },
  )

  it('redirects to a requested page of the product', async () => {
    await askForLink(`/auth/v1/otp?redirect_to=${encodeURIComponent(`${target.url}/picks`)}`)
    const link = new URL(defaultTemplateLink(target.url, await newestLink(), `${target.url}/picks`))
    const { status, headers } = await sendRaw(target.url, {
      method: 'GET',
      path: link.pathname + link.search,
    })
    expect(status).toBe(303)
    expect(String(headers.location)).toMatch(`${target.url}/picks#access_token=`)
  })

  it.each([
    { host: 'evil.test' },
    { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' },
    { origin: 'https://evil.test', referer: 'https://evil.test/x' },
  ])('contains the address of the product when the request has the headers %j', async (headers) => {
    await askForLink('/auth/v1/recover', headers)
    const link = await newestLink()
    expect(new URL(link).origin).toBe(target.url)
    expect(link).not.toContain('evil')
  })
})
