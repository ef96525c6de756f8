import { Banner, Button, Tag } from '@propsight/shared/ui'
import styles from '../detail.module.css'
import type { WhatIfState } from './use-what-if.ts'

/** Mark of every panel whose numbers are under the user's settings. */
export const SettingsTag = () => (
  <Tag small outlined>
    Your settings
  </Tag>
)

function writeText({ busy, offline, error, answer, changes }: WhatIfState): string {
  if (offline) return 'You are offline. They apply when you are back. The page shows the unchanged forecast.'
  if (error) return 'They could not be applied. The page shows the unchanged forecast.'
  if (busy || !answer) return 'Computing the numbers.'
  const starter =
    changes.starterId === undefined ? '' : ' The opposing pitcher panel shows the announced one.'
  return `All probabilities on this page use them.${starter} They are not stored: Save keeps the unchanged forecast.`
}

/** Banner while settings are active: what the page shows, what Save keeps, and Reset. */
export const SettingsBanner = ({ whatIf }: { whatIf: WhatIfState }) =>
  whatIf.isChanged && (
    <div className={styles.notice}>
      <Banner
        icon="settings"
        title="Your settings."
        tone={whatIf.error || whatIf.offline ? 'mid' : 'info'}
        action={
          <Button variant="bare" onClick={whatIf.reset}>
            Reset settings
          </Button>
        }
      >
        {writeText(whatIf)}
      </Banner>
    </div>
  )
