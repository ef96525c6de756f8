import { Button, Dialog } from '@propsight/shared/ui'
import { GroupParlay } from './group-parlay.tsx'
import type { PastParlay } from './list-parlays.ts'
import styles from './past-parlays.module.css'
import { groupText } from './stack-labels.ts'

interface GroupDetailsProps {
  /** Newest first, at least one. */
  stack: readonly PastParlay[]
  onClose(): void
}

/** Parlay Group Details: all parlays of one stack in full (P10). */
export const GroupDetails = ({ stack, onClose }: GroupDetailsProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Parlay Group Details"
    size="large"
    footer={
      <Button variant="go" onClick={onClose}>
        Close
      </Button>
    }
  >
    <p className={styles.generated}>{groupText(stack.length, stack[0]?.row.created_at ?? '')}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
    <section className={styles.group} aria-label="Parlays of this group" tabIndex={0}>
      {stack.map(({ row, legs }, at) => (
        <GroupParlay key={row.id} row={row} legs={legs} number={at + 1} />
      ))}
    </section>
  </Dialog>
)
