import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openTestSupabase, type TestSupabase } from '../../support/services/test-supabase.ts'

/**
 * The data service under conformance: the embedded one, or the hosted project of `npm run conformance`. Its
 * accounts are created for a test and deleted at its end, so that an empty project stays empty.
 */
export interface Project {
  service: TestSupabase
  isHosted: boolean
  call(path: string, options?: CallOptions): Promise<Answer>
  createAccount(): Promise<Account>
  /** The token of the newest mail, or of a link that a hosted project returns instead of mailing it. */
  mailedToken(account: Account, type: 'magiclink' | 'recovery'): Promise<string>
  close(): Promise<void>
}

export interface Account {
  id: string
  email: string
  password: string
  token: string
  refreshToken: string
}

interface CallOptions {
  method?: string
  body?: unknown
  /** Token of a session, or a key; the publishable key without it. */
  as?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints, read by name
  body: any
  headers: Headers
}

/** What a service answers where the two differ. @param _name its row in docs/hosted-differences.md */
export const byService = <T>(project: Project, _name: string, answers: { hosted: T; embedded: T }): T =>
  project.isHosted ? answers.hosted : answers.embedded

export async function openProject(): Promise<Project> {
  const service = await openTestSupabase()
  const { url, publishableKey, secretKey, embedded } = service
  const accounts: Account[] = []

  const call: Project['call'] = async (path, { method, body, as, headers = {} } = {}) => {
    const key = as === secretKey ? secretKey : publishableKey
    const response = await fetch(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        apikey: key,
        authorization: `Bearer ${as ?? publishableKey}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
  const rpc = (name: string, body: object) => call(`/rest/v1/rpc/${name}`, { body, as: secretKey })

  return {
    service,
    isHosted: embedded === null,
    call,
    async createAccount() {
      const email = `conformance-${randomUUID()}@example.com`
      const password = `pass-${randomUUID()}`
      const reserved = await rpc('reserve_place', {
        p_code: null,
        p_email: email,
        p_date_of_birth: '1990-01-31',
        p_legal_version: null,
      })
      expect(reserved.status, JSON.stringify(reserved.body)).toBeLessThan(300)
      // A hosted project would wait for the confirmation of the address.
      const created = embedded
        ? await call('/auth/v1/signup', { body: { email, password } })
        : await call('/auth/v1/admin/users', {
            body: { email, password, email_confirm: true },
            as: secretKey,
          })
      expect(created.status, JSON.stringify(created.body)).toBe(200)
      const signedIn = await call('/auth/v1/token?grant_type=password', { body: { email, password } })
      const { access_token: token, refresh_token: refreshToken, user } = signedIn.body
      const account = { id: user.id, email, password, token, refreshToken }
      accounts.push(account)
      return account
    },
    async mailedToken({ email }, type) {
      if (!embedded) {
        const link = await call('/auth/v1/admin/generate_link', { body: { type, email }, as: secretKey })
        return link.body.hashed_token
      }
      const path = type === 'recovery' ? '/auth/v1/recover' : '/auth/v1/otp'
      await call(path, { body: { email, create_user: false } })
      const text = embedded.mails.findLast(({ to }) => to === email)?.text ?? ''
      return new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token_hash') ?? ''
    },
    async close() {
      for (const { id, email } of accounts) await rpc('delete_account', { p_user: id, p_email: email })
      await service.close()
    },
  }
}
