import { Button, lazyPart, Panel } from '@propsight/shared/ui'
import { useId } from 'react'
import type { PlayerDetailProps } from '../detail-props.ts'
import type { WhatIfState } from './use-what-if.ts'
import styles from './what-if.module.css'

export const WhatIfControlsPart = lazyPart(
  'The settings',
  async () => (await import('./what-if-controls.tsx')).WhatIfControls,
)

export interface WhatIfPanelProps {
  whatIf: WhatIfState
  /** The market of the page. */
  stat: string
  group: PlayerDetailProps['record']['group']
  hasRun: boolean
}

/** 'What if': settings of the game, which the user changes. Its controls load when it opens. */
export function WhatIfPanel(props: WhatIfPanelProps) {
  const { whatIf, hasRun } = props
  const { open, setOpen } = whatIf
  const body = useId()
  return (
    <Panel
      title="What if"
      className={styles.panel}
      actions={
        <>
          <span className={styles.hint}>starter, order, weather</span>
          <Button
            variant="bare"
            aria-expanded={open}
            aria-controls={body}
            aria-label="What if: settings"
            disabled={!hasRun}
            title={hasRun ? undefined : 'This board was made without a run'}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Close' : 'Change'}
          </Button>
        </>
      }
    >
      <div id={body} hidden={!open}>
        {open && <WhatIfControlsPart {...props} />}
      </div>
    </Panel>
  )
}
