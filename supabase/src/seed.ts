import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export interface SeedOptions {
  /** Address of the data service. */
  url: string
  publishableKey: string
  secretKey: string
  demo: { email: string; password: string; accessCode: string }
  /**
   * Whether the demo account gets the developer role, which may run remotes of a local dev server in the
   * shell.
   */
  developer?: boolean
}

const DEMO_CODE_USES = 100_000
const stateless = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

const throwOnError = <T extends { error: { message: string } | null }>(what: string, result: T): T => {
  if (result.error) throw new Error(`seeding ${what}: ${result.error.message}`)
  return result
}

/**
 * Creates the demo access code and the demo account unless they exist, by the usual sign-up flow, and grants
 * the developer role on request. Idempotent.
 * @returns whether the password of the demo account was changed since
 * @throws Error with the message of the data service
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { url, secretKey, demo, developer = false } = options
  const admin = createClient(url, secretKey, stateless)
  throwOnError(
    'the access code',
    await admin
      .from('access_codes')
      .upsert(
        { code: demo.accessCode, max_uses: DEMO_CODE_USES, notes: 'Demo code, printed at the start' },
        { onConflict: 'code', ignoreDuplicates: true },
      ),
  )
  const { data: exists } = throwOnError(
    'the demo account',
    await admin.rpc('email_exists', { p_email: demo.email }),
  )
  if (exists !== true) await signUpDemo(admin, options)
  if (developer)
    throwOnError(
      'the developer role',
      await admin.rpc('set_developer', { p_email: demo.email, p_granted: true }),
    )
  return exists === true && (await isPasswordChanged(options))
}

/** Signs in to the demo account, and out again. Other refusals than of the password, such as a limit, say nothing. */
async function isPasswordChanged({ url, publishableKey, demo }: SeedOptions): Promise<boolean> {
  const { auth } = createClient(url, publishableKey, stateless)
  const { error } = await auth.signInWithPassword({ email: demo.email, password: demo.password })
  if (!error) await auth.signOut({ scope: 'local' })
  return error?.code === 'invalid_credentials'
}

async function signUpDemo(admin: SupabaseClient, { url, publishableKey, demo }: SeedOptions): Promise<void> {
  throwOnError(
    'the demo account',
    await admin.rpc('reserve_access_code', {
      p_code: demo.accessCode,
      p_email: demo.email,
      p_date_of_birth: '1990-01-01',
    }),
  )
  const { data } = throwOnError(
    'the demo account',
    await createClient(url, publishableKey, stateless).auth.signUp({
      email: demo.email,
      password: demo.password,
    }),
  )
  if (!data.user) throw new Error('seeding the demo account: the sign-up gave no user')
  throwOnError(
    'the demo account',
    await admin.rpc('redeem_access_code', { p_user: data.user.id, p_code: demo.accessCode }),
  )
}
