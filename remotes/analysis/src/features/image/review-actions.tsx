import { Banner, Button } from '@propsight/shared/ui'
import { useState } from 'react'
import { countText } from '../../state/format.ts'
import { isWhole } from './picture-rows.ts'
import { type DraftRow, isUncertain } from './draft-row.ts'
import styles from './image.module.css'

interface ReviewActionsProps {
  rows: readonly DraftRow[]
  paid: boolean
  /** Opens a row that needs a check. */
  onLook(key: string): void
  onAnalyze(): void
}

/** The Analyze button. Incomplete rows disable it; uncertain rows need one confirmation. */
export function ReviewActions({ rows, paid, onLook, onAnalyze }: ReviewActionsProps) {
  const [asking, setAsking] = useState(false)
  const unwhole = rows.find((row) => !isWhole(row))
  const missing = rows.filter((row) => !isWhole(row)).length
  const uncertain = rows.filter(isUncertain)
  const asked = asking && uncertain.length > 0
  const words = countText(uncertain.length, 'row is', 'rows are')
  const press = () => (uncertain.length > 0 && !asked ? setAsking(true) : onAnalyze())
  return (
    <div className={styles.decide}>
      {unwhole && (
        <Banner
          tone="mid"
          icon="warning"
          action={
            <Button variant="bare" onClick={() => onLook(unwhole.key)}>
              Show
            </Button>
          }
        >
          {countText(missing, 'row lacks', 'rows lack')} a name, a stat or a line. Complete or remove{' '}
          {missing === 1 ? 'it' : 'them'}.
        </Banner>
      )}
      {asked && (
        <Banner
          tone="mid"
          icon="warning"
          title={`${words} uncertain.`}
          action={
            <Button variant="bare" onClick={() => uncertain[0] && onLook(uncertain[0].key)}>
              Show the first
            </Button>
          }
        >
          Analyze them as they stand?
        </Banner>
      )}
      <Button
        variant="go"
        large
        disabled={rows.length === 0 || unwhole !== undefined}
        {...(!paid && { cost: '1 credit' })}
        onClick={press}
      >
        {asked ? 'Analyze as they stand' : `Analyze ${countText(rows.length, 'row')}`}
      </Button>
    </div>
  )
}
