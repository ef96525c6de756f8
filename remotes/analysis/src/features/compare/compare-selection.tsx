import { useShell } from '@propsight/shared/client'
import { marketLabel } from '@propsight/shared/domain'
import { Button, Icon } from '@propsight/shared/ui'
import { atom, useAtomValue, useStore } from 'jotai'
import { useCallback, useMemo } from 'react'
import { cardLabel, type RankedLine } from '../../state/ranked-line.ts'
import styles from './compare.module.css'

/** Maximum number of cards in one comparison; more columns do not fit on the screen. */
export const MAX_COMPARED = 4
export const MIN_COMPARED = 2

/** Ids of the lines selected for comparison, in the order of selection. */
export const comparedIdsAtom = atom<readonly string[]>([])

/** The cards selected for comparison. Selections made on another board are ignored. */
export function useCompare(ranked: readonly RankedLine[]) {
  const shell = useShell()
  const store = useStore()
  const ids = useAtomValue(comparedIdsAtom)
  const cards = useMemo(() => ids.flatMap((id) => ranked.find((card) => card.id === id) ?? []), [ids, ranked])
  const toggle = useCallback(
    (id: string) => {
      const selected = store.get(comparedIdsAtom).filter((each) => ranked.some((card) => card.id === each))
      if (selected.includes(id)) {
        store.set(
          comparedIdsAtom,
          selected.filter((each) => each !== id),
        )
      } else if (selected.length < MAX_COMPARED) {
        store.set(comparedIdsAtom, [...selected, id])
      } else {
        shell.notify({ message: `At most ${MAX_COMPARED} lines can be compared`, tone: 'info' })
      }
    },
    [ranked, store, shell],
  )
  const clear = useCallback(() => store.set(comparedIdsAtom, []), [store])
  return { cards, has: (id: string) => ids.includes(id), toggle, clear }
}

interface CompareButtonProps {
  card: RankedLine
  chosen: boolean
  onToggle(id: string): void
}

/** Adds a card to the comparison, or removes it. */
export const CompareButton = ({ card, chosen, onToggle }: CompareButtonProps) => (
  <Button
    pressed={chosen}
    aria-pressed={chosen}
    aria-label={`Compare ${cardLabel(card, `${card.line.line} ${marketLabel(card.line.statType)}`)}`}
    onClick={() => onToggle(card.id)}
  >
    {chosen && <Icon name="check" />}
    Compare
  </Button>
)

interface CompareBarProps {
  cards: readonly RankedLine[]
  onCompare(): void
  onClear(): void
}

function hint(count: number): string {
  if (count < MIN_COMPARED) return 'Choose another one to compare'
  return count < MAX_COMPARED ? '' : 'At most four'
}

/** The selected cards, fixed at the bottom of the screen because the cards themselves may be far apart. */
export function CompareBar({ cards, onCompare, onClear }: CompareBarProps) {
  const names = cards.map(({ line }) => line.name).join(', ')
  return (
    <section className={styles.bar} aria-label="Chosen to compare">
      <p>
        <b title={names}>{names}</b>
        <span role="status">{hint(cards.length)}</span>
      </p>
      <Button variant="bare" onClick={onClear}>
        Clear
      </Button>
      <Button disabled={cards.length < MIN_COMPARED} onClick={onCompare}>
        Compare {cards.length}
      </Button>
    </section>
  )
}
