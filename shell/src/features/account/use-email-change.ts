import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { plainEmail } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { changeEmail, followEmail } from './change-email.ts'

/** The address that waits for its link to be opened; the question is asked again whenever the user comes back. */
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
      // The link was opened in another browser: this one's session still names the old address.
      if (email !== services.store.get(userAtom)?.email) await followEmail(services)
      return new_email || null
    },
  })
}

/** What the Email row needs: the address, the one that waits, and the way from one to the other. */
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
    /** Whether what was asked for while this row stood is the address now. */
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
