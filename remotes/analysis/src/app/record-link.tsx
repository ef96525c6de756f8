import { PITCHERS_PATH } from '@propsight/shared/contracts'
import type { ReactNode } from 'react'
import { useShell } from '../state/shell.tsx'
import styles from './dashboard.module.css'
import { useLinkTo } from './use-view-link.ts'

/** A link that stays in the page on a plain click. */
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

/** Leads to what the engine promised and what came of it. */
export const RecordLink = () => (
  <PageLink to={useLinkTo()({ record: true })} data-record>
    How good are these numbers?
  </PageLink>
)

/** Leads to the day's probable pitchers, which is a page of its own. */
export const PitchersLink = () => <PageLink to={PITCHERS_PATH}>Today's pitchers</PageLink>
