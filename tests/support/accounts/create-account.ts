import { reserveResponse } from '@propsight/shared/contracts'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** Accounts created through the API, without a browser. */

export const PASSWORD = 'correct horse battery'
let created = 0
/** An e-mail address that is unique over all tests and workers. */
export const freshEmail = (): string => `rae${process.pid}-${Date.now()}-${created++}@example.com`

/** The part of a running product that a sign-up needs. */
export interface SignUpTarget {
  url: string
  demo: { accessCode: string }
}

export interface TestAccount {
  email: string
  password: string
  userId: string
  token: string
  /** supabase-js as this user, without session persistence and token refresh. */
  client: SupabaseClient
}

/** Reads the configuration that the API renders into the page. @throws Error if the page has none */
export async function readPageConfig(url: string): Promise<{ publishableKey: string }> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const block = /<script[^>]*id="propsight-config"[^>]*>(.*?)<\/script>/s.exec(page)?.[1]
  if (!block) throw new Error('the page has no propsight-config')
  return JSON.parse(block)
}

const clients = new Map<string, Promise<string>>()
/**
 * Creates a client of the data service behind this address. The key is read from the page once per address.
 */
export async function anonymousClient(url: string): Promise<SupabaseClient> {
  const key = clients.get(url) ?? readPageConfig(url).then(({ publishableKey }) => publishableKey)
  clients.set(url, key)
  return createClient(url, await key, { auth: { persistSession: false, autoRefreshToken: false } })
}

/**
 * Creates an account as the product does: reserves an access code, then signs up with the auth provider.
 * @throws Error with status and body if either request is refused
 */
export async function createAccount({ url, demo }: SignUpTarget, email = freshEmail()): Promise<TestAccount> {
  const reserved = await fetch(`${url}/api/access/reserve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code: demo.accessCode,
      email,
      dateOfBirth: '1988-05-17',
      legalVersion: LEGAL_VERSION,
    }),
  })
  if (!reserved.ok) throw new Error(`reserve: ${reserved.status} ${await reserved.text()}`)
  const { secret } = reserveResponse.parse(await reserved.json())
  const client = await anonymousClient(url)
  const options = { data: { reservation: secret } }
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options })
  if (error || !data.session || !data.user) throw new Error(`sign-up: ${error?.message ?? 'no session'}`)
  return { email, password: PASSWORD, userId: data.user.id, token: data.session.access_token, client }
}
