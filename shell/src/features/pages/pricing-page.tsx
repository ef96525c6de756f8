import { Button, Panel, Tag } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { PlansTable } from '../../components/plans-table.tsx'
import {
  CREDIT_PACKAGES,
  type CreditPackage,
  EXTRA_PACK_CREDITS,
  EXTRA_PACK_NEEDS_PLAN,
  NO_PRICE_YET,
  PURCHASES_CLOSED,
} from '../../config/credit-packages.ts'
import { useServices } from '../../state/services.ts'
import { profileAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './pricing.module.css'

const count = new Intl.NumberFormat('en-US')

interface OfferProps {
  offer: CreditPackage
  onChoose(): void
}

function Offer({ offer, onChoose }: OfferProps): ReactElement {
  const { label, credits, every, badge, off } = offer
  return (
    <li>
      <Panel className={styles.offer}>
        <div className={styles.head}>
          <h3>{label}</h3>
          {badge && <Tag outlined>{badge}</Tag>}
        </div>
        <p className={styles.credits}>
          <b className="u-fig">{count.format(credits)}</b> credits {every}
        </p>
        <p className={styles.line}>
          <span>
            Price <b className={styles.price}>{NO_PRICE_YET}</b>
          </span>
          {off && (
            <>
              <Tag>{off}</Tag> <span>per credit, against Weekly</span>
            </>
          )}
        </p>
        <Button
          block
          variant={badge ? 'go' : 'default'}
          aria-label={`Choose ${label}`}
          onClick={() => onChoose()}
        >
          Choose
        </Button>
      </Panel>
    </li>
  )
}

/** Plans and packages of credits (S10). Purchases are not open yet, and every button answers so. */
export function PricingPage(): ReactElement {
  const { store } = useServices()
  const profile = useAtomValue(profileAtom)
  const refuse = () => showToast(store, { message: PURCHASES_CLOSED })
  const paid = profile !== null && profile.plan !== 'free'
  return (
    <div className="u-page">
      <h1>Pricing</h1>
      <p className={styles.lead}>
        One credit is one analysis of a market, one picture or one parlay; All Stat Lines takes three.
      </p>
      <p className={styles.lead}>
        <b>Open:</b> the Free plan. <b>Not open yet:</b> paid plans and packages; prices of packages are not
        set.
      </p>
      <Panel title="Monthly plans" className={styles.plans}>
        <PlansTable current={profile?.plan ?? null} />
      </Panel>
      <h2 className={styles.packages}>Packages</h2>
      <p className={styles.lead}>They add to the credits that your plan brings each month.</p>
      <ul className={styles.offers}>
        {CREDIT_PACKAGES.map((offer) => (
          <Offer key={offer.id} offer={offer} onChoose={refuse} />
        ))}
      </ul>
      <Panel className={styles.extra}>
        <div className={styles.words}>
          <h3>Additional credits</h3>
          <p>
            <b className="u-fig">{EXTRA_PACK_CREDITS}</b> credits, once. Price{' '}
            <b className={styles.price}>{NO_PRICE_YET}</b>
          </p>
        </div>
        {paid ? (
          <Button aria-label="Buy Now, additional credits" onClick={refuse}>
            Buy Now
          </Button>
        ) : (
          <p className={styles.needs}>{EXTRA_PACK_NEEDS_PLAN}</p>
        )}
      </Panel>
    </div>
  )
}
