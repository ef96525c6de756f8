import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { RunningProduct } from './product.ts'

export interface TestAccount {
  email: string
  password: string
  userId: string
  token: string
  client: SupabaseClient
}

let made = 0

/** A new account through the real gate: reserve a code, then sign up with the provider. */
export async function createAccount(
  product: Pick<RunningProduct, 'url' | 'demo'>,
  publishableKey: string,
): Promise<TestAccount> {
  const email = `bettor${Date.now()}${made++}@example.com`
  const password = 'a-long-test-password'
  const reserved = await fetch(`${product.url}/api/access/reserve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: product.demo.accessCode, email, dateOfBirth: '1990-02-03' }),
  })
  if (!reserved.ok) throw new Error(`reserve: ${reserved.status} ${await reserved.text()}`)
  const client = createClient(product.url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session || !data.user) throw new Error(`sign-up: ${error?.message ?? 'no session'}`)
  return { email, password, userId: data.user.id, token: data.session.access_token, client }
}

/** What the page tells the shell, read as a browser would. */
export async function readPageConfig(url: string): Promise<{ publishableKey: string }> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const block = /<script[^>]*id="propsight-config"[^>]*>(.*?)<\/script>/s.exec(page)?.[1]
  if (!block) throw new Error('the page carries no propsight-config')
  return JSON.parse(block)
}
