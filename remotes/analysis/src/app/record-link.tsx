import { PITCHERS_PATH } from '@propsight/shared/contracts'
import type { ReactNode } from 'react'
import { useShell } from '../state/shell.tsx'
import styles from './dashboard.module.css'
import { useLinkTo } from './use-view-link.ts'

/**
 * A link that navigates within the page on a plain click. A click with a modifier key is left to the browser.
 */
function PageLink({ to, children, ...rest }: { to: string; children: ReactNode; 'data-record'?: boolean }) {
  const shell = useShell()
  return (
    <a
      {...rest}
      className={styles.record}
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        shell.navigate(to)
      }}
    >
      {children}
    </a>
  )
}

/** Link to the track record of the engine: its forecasts against the results. */
export const RecordLink = () => (
  <PageLink to={useLinkTo()({ record: true })} data-record>
    How good are these numbers?
  </PageLink>
)

/** Link to the pitchers page. */
export const PitchersLink = () => <PageLink to={PITCHERS_PATH}>Today's pitchers</PageLink>
