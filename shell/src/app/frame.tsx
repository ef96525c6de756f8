import { SCANNER_PATH, type ShellApi } from '@propsight/shared/contracts'
import { useAtomValue } from 'jotai'
import { type ReactElement, useEffect } from 'react'
import { Header } from '../features/header/header.tsx'
import { BottomBar, type Tab } from '../features/header/tab-links.tsx'
import { Footer } from '../features/legal/footer.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { OfflineBanner } from '../features/offline/offline-banner.tsx'
import { useServices } from '../state/services.ts'
import { userAtom } from '../state/session.ts'
import styles from './app.module.css'
import { OverrideNotice } from './developer-tools.tsx'
import type { Route } from './route.ts'
import { Screen } from './screen.tsx'

const MAIN_ID = 'main'
/** Window event that opens the scanner (S8). */
const SCANNER_EVENT = 'switchToAnalysisTab'

export interface FrameProps {
  route: Route
  tabs: readonly Tab[]
  shell: ShellApi
}

/** Header, screen and footer. Open pages before sign-in have no tabs, no bell and no account button. */
export function Frame({ route, tabs, shell }: FrameProps): ReactElement {
  const { location } = useServices()
  const signedIn = useAtomValue(userAtom) !== null

  useEffect(() => {
    if (!signedIn) return
    const toScanner = () => location.navigate(SCANNER_PATH)
    addEventListener(SCANNER_EVENT, toScanner)
    return () => removeEventListener(SCANNER_EVENT, toScanner)
  }, [signedIn, location])

  const shown = signedIn ? tabs : []
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <Header tabs={shown} current={route.path} bell={signedIn && <Bell />} />
      <OfflineBanner />
      <OverrideNotice />
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <Screen route={route} shell={shell} />
      </main>
      <div className={styles.footer}>
        <Footer aboveThumbs={signedIn} />
        {signedIn && <BottomBar tabs={shown} current={route.path} />}
      </div>
    </div>
  )
}
