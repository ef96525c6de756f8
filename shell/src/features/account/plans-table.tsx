import type { Plan } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Button } from '@propsight/shared/ui'
import { type ReactElement, useState } from 'react'
import { PURCHASES_CLOSED } from '../../config/credit-packages.ts'
import styles from './account.module.css'

const NAMES = ['free', 'basic', 'premium'] as const satisfies readonly Plan[]

/** Credits and price of every plan, with the user's plan marked. */
export function PlansTable({ current }: { current: Plan | null }): ReactElement {
  const [showsNotice, setShowsNotice] = useState(false)
  return (
    <>
      <table className={styles.table}>
        <caption className="u-vh">Plans</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col" className={styles.figure}>
              Credits a month
            </th>
            <th scope="col" className={styles.figure}>
              Price a month
            </th>
            <th scope="col">
              <span className="u-vh">Choice</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {NAMES.map((name) => (
            <tr key={name} aria-current={name === current ? 'true' : undefined}>
              <th scope="row">{PLANS[name].label}</th>
              <td className={styles.figure}>{PLANS[name].creditsPerMonth}</td>
              <td className={styles.figure}>${PLANS[name].priceUsdPerMonth}</td>
              <td className={styles.choice}>
                {name === current ? (
                  <span className={styles.current}>Your plan</span>
                ) : (
                  <Button aria-label={`Choose ${PLANS[name].label}`} onClick={() => setShowsNotice(true)}>
                    Choose
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note} role="status">
        {showsNotice && PURCHASES_CLOSED}
      </p>
    </>
  )
}
