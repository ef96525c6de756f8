import { Panel } from '@propsight/shared/ui'
import { costText } from '../features/run/credits.ts'
import type { OpenLine } from '../state/view.ts'
import styles from './dashboard.module.css'
import { FirstScreenPart } from './dashboard-parts.tsx'
import { useLinkTo } from './use-view-link.ts'

interface GetStartedProps {
  category: string
  /** The line that a link opens, once it is analyzed. */
  open: OpenLine | null
}

/** Empty state before the first run, with three steps (N11), and what the user may continue with. */
export function GetStarted({ category, open }: GetStartedProps) {
  const recordLink = useLinkTo()({ record: true })
  return (
    <>
      <Panel className={styles.start}>
        <h2>Get Started</h2>
        <ol>
          <li>Choose a stat line.</li>
          <li>Set the game window and how many top picks.</li>
          <li>Analyze: {costText(category)}, a few seconds.</li>
        </ol>
        {open && <p>{`The link opens ${open.name}, ${open.line} ${open.stat}, once it is analyzed.`}</p>}
      </Panel>
      <FirstScreenPart recordLink={recordLink} />
    </>
  )
}
