import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { Footer } from '../features/legal/footer.tsx'
import { useServices } from '../state/services.ts'
import { authLoadingAtom, passwordResetAtom, signingInAtom, userAtom } from '../state/session.ts'
import styles from './app.module.css'
import { NewPasswordScreen, SignInScreen } from './lazy-screens.ts'

/** Shows the first that applies: spinner, Set New Password, login, app (S2). */
export function Gate({ children }: { children: ReactNode }): ReactElement {
  const { queryClient } = useServices()
  const loading = useAtomValue(authLoadingAtom)
  const passwordReset = useAtomValue(passwordResetAtom)
  const signingIn = useAtomValue(signingInAtom)
  const user = useAtomValue(userAtom)
  // Cached query results belong to the previous session.
  const onSuccess = () => queryClient.clear()

  if (loading) return <Loading />
  if (user && !passwordReset && !signingIn) return <>{children}</>
  return (
    <Suspense fallback={<Loading />}>
      {passwordReset ? <NewPasswordScreen onSuccess={onSuccess} /> : <SignInScreen onSuccess={onSuccess} />}
      <Footer />
    </Suspense>
  )
}

const Loading = () => (
  <div className={styles.loading} role="status">
    <span className={styles.spinner} aria-hidden="true" />
    Loading...
  </div>
)
