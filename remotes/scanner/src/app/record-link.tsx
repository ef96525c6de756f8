import type { ShellApi } from '@propsight/shared/contracts'
import styles from './scanner.module.css'

/** The Dashboard's page about the track record of the engine. */
const RECORD = '/?page=record'

/** Link to the track record of the engine. A click with a modifier key is left to the browser. */
export const RecordLink = ({ shell }: { shell: Pick<ShellApi, 'navigate'> }) => (
  <a
    className={styles.record}
    href={RECORD}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      shell.navigate(RECORD)
    }}
  >
    How good are these numbers?
  </a>
)
