import type { GenerateParlayResponse, GenerateParlayBody } from '@propsight/shared/contracts'
import styles from './recommendations.module.css'
import { pickName } from './parlay-labels.ts'

interface LeftOutProps {
  leftOut: GenerateParlayResponse['leftOut']
  asked: GenerateParlayBody
}

/** The picks that could not be a leg, each with its reason. */
export function LeftOut({ leftOut, asked }: LeftOutProps) {
  if (leftOut.length === 0) return null
  return (
    <details className={styles.leftOut}>
      <summary>
        {leftOut.length} {leftOut.length === 1 ? 'pick' : 'picks'} left out
      </summary>
      <ul>
        {leftOut.map(({ pickId, reason }) => (
          <li key={pickId}>
            <b>{pickName(asked, pickId)}</b>: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
