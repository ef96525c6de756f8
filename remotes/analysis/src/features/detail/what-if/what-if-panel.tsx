import { Button, lazyPart, Panel } from '@propsight/shared/ui'
import { useId } from 'react'
import styles from './what-if.module.css'
import type { WhatIfPanelProps } from './what-if-controls.tsx'

export const WhatIfControlsPart = lazyPart(
  'The settings',
  async () => (await import(/* webpackChunkName: "detail" */ './what-if-controls.tsx')).WhatIfControls,
)

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
            aria-label={`${open ? 'Close' : 'Change'} the what-if settings`}
            disabled={!hasRun}
            title={hasRun ? undefined : 'This board’s analysis has ended'}
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
