import { useShell } from '../state/shell.tsx'
import styles from './dashboard.module.css'
import { useLinkTo } from './use-view-link.ts'

/** Leads to what the engine promised and what came of it. */
export function RecordLink() {
  const shell = useShell()
  const to = useLinkTo()({ record: true })
  return (
    <a
      className={styles.record}
      href={to}
      data-record
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        shell.navigate(to)
      }}
    >
      How good are these numbers?
    </a>
  )
}
