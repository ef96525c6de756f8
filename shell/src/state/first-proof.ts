import * as z from '@propsight/shared/schema'
import type { Session } from '@supabase/supabase-js'
import type { Services } from './services.ts'

export const FIRST_PROOF =
  'Your address is confirmed. If you did not set the password of this account, or it no longer works, set a new one in your account now.'

const sessionClaims = z.object({ session_id: z.string() })

/** The id of a session, as its access token states it; null for a token that cannot be read. */
function readSessionId(token: string): string | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return sessionClaims.parse(JSON.parse(atob(payload))).session_id
  } catch {
    return null
  }
}

/**
 * Whether this session was the first proof of the mailbox of its account, as the database states.
 * Another person may have signed up with the address, and knows the password then.
 */
export async function isFirstProof(
  { supabase }: Pick<Services, 'supabase'>,
  { user, access_token }: Session,
): Promise<boolean> {
  const profile = supabase.from('user_profiles').select('first_proof_session').eq('user_id', user.id)
  const { data } = await profile.single<{ first_proof_session: string | null }>()
  const proof = data?.first_proof_session ?? null
  return proof !== null && proof === readSessionId(access_token)
}
