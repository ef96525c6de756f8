import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { Footer } from '../features/legal/footer.tsx'
import { useServices } from '../state/services.ts'
import { authLoadingAtom, passwordResetAtom, signingInAtom, userAtom } from '../state/session.ts'
import styles from './app.module.css'
import { NewPasswordScreen, SignInScreen } from './lazy-screens.ts'

/** In this order: spinner, Set New Password, login, app (specification 1 §2). */
export function Gate({ children }: { children: ReactNode }): ReactElement {
  const { queryClient } = useServices()
  const loading = useAtomValue(authLoadingAtom)
  const passwordReset = useAtomValue(passwordResetAtom)
  const signingIn = useAtomValue(signingInAtom)
  const user = useAtomValue(userAtom)
  // Whatever was read before belongs to nobody, or to somebody else.
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
