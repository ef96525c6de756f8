import { PageLink } from '@propsight/shared/client'
import { defineExtension, type ShellApi } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { Panel } from '@propsight/shared/ui'
import { useState } from 'react'
import { loadSettings } from '../../state/settings.ts'
import styles from './view-links.module.css'

/** The saved views of this device as links to the scanner. */
function ViewLinks({ shell }: { shell: Pick<ShellApi, 'navigate'> }) {
  const [{ views }] = useState(loadSettings)
  if (views.length === 0) return null
  return (
    <Panel title="Saved views">
      <ul className={styles.views} aria-label="Saved views of the scanner">
        {views.map(({ name, search }) => (
          <li key={name}>
            <PageLink shell={shell} to={`/scanner${search}`}>
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The saved views of the scanner, as a section of another screen. Nothing without any. */
export const savedViews = defineExtension({ props: z.strictObject({}), Component: ViewLinks })
