import { marketLabel, menuOf, SPORT_CODES, type SportCode } from '@propsight/shared/domain'
import { Segmented, Tag } from '@propsight/shared/ui'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId, useLayoutEffect, useRef } from 'react'
import { categoryAtom, settingsAtom, sportAtom } from '../../state/settings.ts'
import styles from './market-menu.module.css'

/** Sport selection (N1): a sport that is not open is disabled. */
export function SportTabs() {
  const sport = useAtomValue(sportAtom)
  const change = useSetAtom(settingsAtom)
  const options = SPORT_CODES.map((value) => ({ value, label: value, disabled: menuOf(value).length === 0 }))
  const choose = (next: SportCode) => {
    const category = menuOf(next).find((name) => name !== 'All Stat Lines')
    if (next !== sport && category) change({ category })
  }
  return <Segmented label="Sport" options={options} value={sport} onChange={choose} full />
}

/** The sport's markets as a radio group: a column next to the board, or a row of chips above it (N1). */
export function MarketMenu() {
  const sport = useAtomValue(sportAtom)
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
    <div ref={menu} role="radiogroup" aria-label={`${sport} stat lines`} className={styles.menu}>
      {menuOf(sport).map((category) => (
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
