import { type ReactElement, type ReactNode, useId } from 'react'
import styles from './hint.module.css'

export interface HintProps {
  /** What the explanation is about, such as 'How no-vig is computed'. */
  label: string
  children: ReactNode
}

/** An 'i' that opens an explanation: method names and sources stay out of the sentence that they belong to. */
export function Hint({ label, children }: HintProps): ReactElement {
  const id = useId()
  return (
    <>
      <button type="button" className={styles.mark} popoverTarget={id} aria-label={label} title={label}>
        <span aria-hidden="true">i</span>
      </button>
      <span id={id} popover="auto" className={styles.text}>
        {children}
      </span>
    </>
  )
}
