import { Button, Call, Tag } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { noCallText, type RankedLine } from '../../state/ranked-line.ts'
import styles from './compare.module.css'
import { compareRows } from './compare-rows.ts'

export interface CompareTableProps {
  /** Two to four, in the order chosen. */
  cards: readonly RankedLine[]
  /** Line-up, availability and weather of a card, as texts. */
  marks(card: RankedLine): readonly string[]
  /** Renders the Save button of a card. */
  action(card: RankedLine): ReactNode
  onRemove(id: string): void
}

/** One column per card, one row per figure. The best figure of a row is labelled 'Best'. */
export function CompareTable({ cards, marks, action, onRemove }: CompareTableProps) {
  const rows = compareRows(cards, marks)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
        <table className={styles.table}>
          <caption className={styles.caption}>Best: what speaks most for its own pick.</caption>
          <thead>
            <tr>
              <td />
              {cards.map(({ id, line, call, side }) => (
                <th key={id} scope="col">
                  <b>{line.name}</b>
                  {call ? <Call side={call} line={line.line} /> : <span>{noCallText(line.line, side)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, figures, best }) => (
              <tr key={label}>
                <th scope="row" className="u-label">
                  {label}
                </th>
                {figures.map(({ text, note }, index) => (
                  <td key={cards[index]?.id}>
                    <span className={styles.figure}>{text}</span>
                    {note && <span className={styles.note}>{note}</span>}
                    {best[index] && (
                      <Tag small outlined>
                        Best
                      </Tag>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td />
              {cards.map((card) => (
                <td key={card.id}>
                  <div className={styles.acts}>
                    {action(card)}
                    <Button
                      variant="bare"
                      aria-label={`Remove ${card.line.name} from the comparison`}
                      onClick={() => onRemove(card.id)}
                    >
                      Remove
                    </Button>
                  </div>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  )
}
