import type { Plan } from '@propsight/shared/contracts'
import { PLANS } from '@propsight/shared/domain'
import { Button, Table, type TableColumn } from '@propsight/shared/ui'
import { type ReactElement, useState } from 'react'
import { PURCHASES_CLOSED } from '../config/credit-packages.ts'
import styles from './plans-table.module.css'

const NAMES = ['free', 'basic', 'premium'] as const satisfies readonly Plan[]

/** Credits and price of every plan, with the user's plan marked. */
export function PlansTable({ current }: { current: Plan | null }): ReactElement {
  const [showsNotice, setShowsNotice] = useState(false)
  const columns: TableColumn<Plan>[] = [
    { head: 'Plan', rowHeader: true, cell: (name) => PLANS[name].label },
    { head: 'Credits a month', numeric: true, cell: (name) => PLANS[name].creditsPerMonth },
    { head: 'Price a month', numeric: true, cell: (name) => `$${PLANS[name].priceUsdPerMonth}` },
    {
      head: 'Choice',
      hiddenHead: true,
      className: styles.choice,
      cell: (name) =>
        name === current ? (
          <span className={styles.current}>Your plan</span>
        ) : (
          <Button aria-label={`Choose ${PLANS[name].label}`} onClick={() => setShowsNotice(true)}>
            Choose
          </Button>
        ),
    },
  ]
  return (
    <>
      <Table
        label="Plans"
        columns={columns}
        rows={NAMES}
        keyOf={(name) => name}
        rowProps={(name) => ({ 'aria-current': name === current ? 'true' : undefined })}
        className={styles.table}
      />
      <p className={styles.note} role="status">
        {showsNotice && PURCHASES_CLOSED}
      </p>
    </>
  )
}
