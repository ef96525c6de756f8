import { marketLabel } from '@propsight/shared/domain'
import { Call, Tag } from '@propsight/shared/ui'
import { noCallText, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

const NAMES = { goblin: 'Goblin', demon: 'Demon' } as const

/** The call with line and market; without a call the only side that the book accepts. */
export function LineCall({ card }: { card: RankedLine }) {
  const { line, call, side } = card
  return (
    <div className={styles.bet}>
      {call ? (
        <Call side={call} line={line.line} className={styles.call ?? ''} />
      ) : (
        <span className={styles.nocall}>{noCallText(line.line, side)}</span>
      )}
      <span className={styles.market}>
        {marketLabel(line.statType)}
        {line.oddsType !== 'standard' && (
          <Tag outlined small title="The book takes More only">
            {NAMES[line.oddsType]}
          </Tag>
        )}
        {line.promo && (
          <Tag
            outlined
            small
            {...(line.regularLine === null ? {} : { title: `Usually ${line.regularLine}` })}
          >
            Promo
          </Tag>
        )}
      </span>
    </div>
  )
}
