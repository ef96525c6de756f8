import type { RegistryEntry } from '@propsight/shared/contracts'
import { Banner, Button } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import { originOf } from '../../state/override-owner.ts'
import styles from './override.module.css'
import { useEndOverride } from './use-end-override.ts'

/** Banner above every screen while a remote runs from a developer's machine, with Reset. */
export function OverrideBanner({ entry }: { entry: RegistryEntry }): ReactElement {
  const { busy, warned, end } = useEndOverride()
  return (
    <div className={styles.place}>
      <Banner
        tone="mid"
        icon="plug"
        title={`${entry.placement.title} runs from ${originOf(entry)}`}
        action={
          <Button variant="bare" busy={busy} onClick={end}>
            {warned ? 'Reset without saving' : 'Reset'}
          </Button>
        }
      >
        {warned ? '· something on this page is not saved' : '· unpublished code, in this browser alone'}
      </Banner>
    </div>
  )
}
