import { nextEnabled } from '@propsight/shared/ui'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import styles from './detail.module.css'
import type { StatTab } from './use-detail-state.ts'

interface StatTabsProps {
  tabs: readonly StatTab[]
  stat: string
  onChange(stat: string): void
  /** Id of the tab panel. */
  panel: string
}

/**
 * The market tabs of a player. Arrow keys switch tabs. On small screens the tabs scroll to keep the active
 * one visible.
 */
export const StatTabs = memo(function StatTabs({ tabs, stat, onChange, panel }: StatTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.stat === stat)
  useEffect(() => {
    const tab = list.current?.children[chosen]
    // Sets `scrollLeft` instead of `scrollIntoView`, which would scroll the page too.
    if (list.current && tab instanceof HTMLElement) {
      list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft
    }
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextEnabled(
      event.key,
      chosen,
      tabs.map(() => false),
    )
    const tab = next === null ? undefined : tabs[next]
    if (!tab || next === null) return
    event.preventDefault()
    onChange(tab.stat)
    const target = list.current?.children[next]
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    <div ref={list} role="tablist" aria-label="Stat" className={styles.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab.stat}
          type="button"
          role="tab"
          aria-selected={tab.stat === stat}
          aria-controls={panel}
          tabIndex={tab.stat === stat ? 0 : -1}
          onClick={() => onChange(tab.stat)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
})
