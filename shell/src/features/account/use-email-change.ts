import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { plainEmail } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { changeEmail, followEmail } from './change-email.ts'

/** The unconfirmed new address, or null. Read again whenever the window gets the focus. */
function usePendingEmail(userId: string) {
  const services = useServices()
  return useQuery({
    queryKey: ['pending-email', userId],
    enabled: userId !== '',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    async queryFn(): Promise<string | null> {
      const { data, error } = await services.supabase.auth.getUser()
      if (error) throw error
      const { email = '', new_email } = data.user
      // The link was opened in another browser: the session of this one still has the old address.
      if (email !== services.store.get(userAtom)?.email) await followEmail(services)
      return new_email || null
    },
  })
}

/**
 * State of the Email row: the current address, the unconfirmed new address, and the action that requests a
 * change.
 */
export function useEmailChange() {
  const services = useServices()
  const queryClient = useQueryClient()
  const user = useAtomValue(userAtom)
  const pending = usePendingEmail(user?.id ?? '').data ?? null
  const [asked, setAsked] = useState<string | null>(null)
  const email = user?.email ?? ''

  return {
    email,
    pending: pending === email ? null : pending,
    /** Whether the change requested in this mount has taken effect. */
    done: asked !== null && asked === email,
    async change(wanted: string): Promise<void> {
      const next = plainEmail(wanted)
      const changed = await changeEmail(services, next)
      if (user && !changed) services.storage.set(STORAGE.pendingEmail(next), user.id)
      setAsked(next)
      await queryClient.invalidateQueries({ queryKey: ['pending-email'] })
    },
  }
}
