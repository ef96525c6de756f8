import { useAtomValue } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import { Footer } from '../features/legal/footer.tsx'
import { NewPasswordScreen } from '../features/new-password/new-password-screen.tsx'
import { SignInScreen } from '../features/sign-in/sign-in-screen.tsx'
import { useServices } from '../state/services.ts'
import { authLoadingAtom, passwordResetAtom, signingInAtom, userAtom } from '../state/session.ts'
import styles from './app.module.css'

/** In this order: spinner, Set New Password, login, app (specification 1 §2). */
export function Gate({ children }: { children: ReactNode }): ReactElement {
  const { queryClient } = useServices()
  const loading = useAtomValue(authLoadingAtom)
  const passwordReset = useAtomValue(passwordResetAtom)
  const signingIn = useAtomValue(signingInAtom)
  const user = useAtomValue(userAtom)
  // Whatever was read before belongs to nobody, or to somebody else.
  const onSuccess = () => queryClient.clear()

  if (loading) {
    return (
      <div className={styles.loading} role="status">
        <span className={styles.spinner} aria-hidden="true" />
        Loading...
      </div>
    )
  }
  if (passwordReset) {
    return (
      <>
        <NewPasswordScreen onSuccess={onSuccess} />
        <Footer />
      </>
    )
  }
  if (!user || signingIn) {
    return (
      <>
        <SignInScreen onSuccess={onSuccess} />
        <Footer />
      </>
    )
  }
  return <>{children}</>
}
