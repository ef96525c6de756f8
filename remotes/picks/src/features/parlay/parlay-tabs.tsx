import type { Parlay } from '@propsight/shared/contracts'
import { nextEnabled, Tag } from '@propsight/shared/ui'
import { type KeyboardEvent, useRef } from 'react'
import { oneDecimal } from '../../state/parlay-text.ts'
import styles from './recommendations.module.css'

interface ParlayTabsProps {
  parlays: readonly Parlay[]
  chosen: number
  onChoose(at: number): void
  /** Id of the tab panel. */
  panel: string
}

/** One tab per parlay with its rank and joint probability; the arrow keys move between the tabs. */
export function ParlayTabs({ parlays, chosen, onChoose, panel }: ParlayTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const enabled = parlays.map(() => false)
    const next = nextEnabled(event.key, chosen, enabled)
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    const tab = list.current?.children[next]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Parlays" className={styles.tabs}>
      {parlays.map((parlay, at) => (
        <button
          key={parlay.id}
          id={`${panel}-${at}`}
          type="button"
          role="tab"
          aria-selected={at === chosen}
          aria-controls={panel}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => onChoose(at)}
          onKeyDown={onKeyDown}
        >
          <span>
            <span className={at === chosen ? undefined : 'u-vh'}>Parlay</span> {parlay.rank}
          </span>{' '}
          <span className="u-fig">
            {oneDecimal(parlay.overallConfidence)}
            <small>%</small>
          </span>{' '}
          {parlay.words && (
            <span className="u-wide">
              <Tag small>{parlay.words}</Tag>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
