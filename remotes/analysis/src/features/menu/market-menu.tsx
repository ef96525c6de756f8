import { MLB_MARKETS, marketLabel } from '@propsight/shared/domain'
import { Segmented, Tag } from '@propsight/shared/ui'
import { useAtom } from 'jotai'
import { useId, useLayoutEffect, useRef } from 'react'
import { categoryAtom } from '../../state/settings.ts'
import styles from './market-menu.module.css'

const SPORTS = [
  { value: 'MLB', label: 'MLB' },
  { value: 'NBA', label: 'NBA', disabled: true },
  { value: 'NFL', label: 'NFL', disabled: true },
] as const

/** Sport selection: MLB is active, NBA and NFL are disabled (N1). */
export const SportTabs = () => (
  <Segmented label="Sport" options={SPORTS} value="MLB" onChange={() => undefined} full />
)

/** The MLB markets as a radio group: a column next to the board, or a row of chips above it (N1). */
export function MarketMenu() {
  const [chosen, choose] = useAtom(categoryAtom)
  const name = useId()
  const menu = useRef<HTMLDivElement>(null)
  const active = useRef<HTMLLabelElement>(null)
  // A row of chips scrolls to the middle of the active one, also when its width changes.
  useLayoutEffect(() => {
    const row = menu.current
    const chip = active.current
    if (!row || !chip || !chosen) return
    const center = () => {
      row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2
    }
    center()
    const watcher = new ResizeObserver(center)
    watcher.observe(row)
    return () => watcher.disconnect()
  }, [chosen])
  return (
    <div ref={menu} role="radiogroup" aria-label="MLB stat lines" className={styles.menu}>
      {MLB_MARKETS.map((category) => (
        <label key={category} ref={category === chosen ? active : undefined} className={styles.entry}>
          <input
            type="radio"
            name={name}
            value={category}
            checked={category === chosen}
            onChange={() => choose(category)}
          />
          {marketLabel(category)}
          {category === 'All Stat Lines' && <Tag>3x credits</Tag>}
        </label>
      ))}
    </div>
  )
}
