import { PRICING_PATH } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Button } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { useServices } from '../../state/services.ts'
import { profileAtom } from '../../state/session.ts'
import styles from './account.module.css'
import { EmailRow } from './email-row.tsx'
import { PlansTable } from './plans-table.tsx'

/** Email, credits, plan, the table of plans, and theme. */
export function AccountView({ onClose }: { onClose(): void }): ReactElement {
  const { location } = useServices()
  const profile = useAtomValue(profileAtom)
  const plan = profile ? PLANS[profile.plan] : null
  const goToPricing = () => {
    onClose()
    location.navigate(PRICING_PATH)
  }
  return (
    <>
      <dl className={styles.facts}>
        <EmailRow />
        <dt>Credits</dt>
        <dd>
          {profile ? (
            <b className={`u-fig ${styles.credits}`}>{profile.credits.toLocaleString('en-US')}</b>
          ) : (
            '—'
          )}
        </dd>
        <dt>Plan</dt>
        <dd>{plan ? `${plan.label}, ${plan.creditsPerMonth} a month` : '—'}</dd>
      </dl>
      {!profile && <p role="status">Your profile could not be read, so plan and credits are not shown.</p>}
      {profile?.plan === 'free' && (
        <section className={styles.upgrade} aria-label="Upgrade">
          <p>
            <b>More credits every month</b> with a paid plan.
          </p>
          <Button onClick={goToPricing}>Upgrade</Button>
        </section>
      )}
      <PlansTable current={profile?.plan ?? null} />
      <dl className={styles.facts}>
        <dt>Theme</dt>
        <dd>
          <ThemeChoice />
        </dd>
      </dl>
    </>
  )
}
