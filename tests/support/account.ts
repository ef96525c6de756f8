import { LEGAL_VERSION } from '@propsight/shared/domain'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** Accounts made by the API; nothing here needs a browser. */

export const PASSWORD = 'correct horse battery'
let created = 0
/** An address that no other test uses, whichever worker asks. */
export const freshEmail = (): string => `rae${process.pid}-${Date.now()}-${created++}@example.com`

/** A running product, or as much of it as a sign-up needs. */
export interface SignUpTarget {
  url: string
  demo: { accessCode: string }
}

export interface TestAccount {
  email: string
  password: string
  userId: string
  token: string
  /** supabase-js as this user; it persists and refreshes nothing. */
  client: SupabaseClient
}

/** The configuration that the API renders into the page. @throws Error where the page has none */
export async function readPageConfig(url: string): Promise<{ publishableKey: string }> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const block = /<script[^>]*id="propsight-config"[^>]*>(.*?)<\/script>/s.exec(page)?.[1]
  if (!block) throw new Error('the page has no propsight-config')
  return JSON.parse(block)
}

const clients = new Map<string, Promise<string>>()
/** A client of the data service behind this address; its key is read from the page once. */
export async function anonymousClient(url: string): Promise<SupabaseClient> {
  const known = clients.get(url) ?? readPageConfig(url).then(({ publishableKey }) => publishableKey)
  clients.set(url, known)
  return createClient(url, await known, { auth: { persistSession: false, autoRefreshToken: false } })
}

/**
 * Creates an account through the real gate: reserve a code, then sign up with the provider.
 * @throws Error with status and body where either is refused
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
  const client = await anonymousClient(url)
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session || !data.user) throw new Error(`sign-up: ${error?.message ?? 'no session'}`)
  return { email, password: PASSWORD, userId: data.user.id, token: data.session.access_token, client }
}
