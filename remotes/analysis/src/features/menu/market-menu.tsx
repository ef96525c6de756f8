import { marketLabel, menuOf, SPORT_CODES, type SportCode } from '@propsight/shared/domain'
import { Segmented, Select, Tag } from '@propsight/shared/ui'
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

const NONE = { value: '', label: 'Choose' }

/** Entries of the menu itself (N1); the sport's other markets are in a list at its end. */
const MENU_LENGTH = 10

/** The sport's markets as a radio group: a column next to the board, or a row of chips above it (N1). */
export function MarketMenu() {
  const sport = useAtomValue(sportAtom)
  const markets = menuOf(sport)
  const more = markets.slice(MENU_LENGTH)
  const [chosen, choose] = useAtom(categoryAtom)
  const name = useId()
  const menu = useRef<HTMLDivElement>(null)
  const active = useRef<HTMLElement>(null)
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
    <div ref={menu} className={styles.menu}>
      <div role="radiogroup" aria-label={`${sport} stat lines`} className={styles.group}>
        {markets.slice(0, MENU_LENGTH).map((category) => (
          <label
            key={category}
            ref={(label) => {
              if (category === chosen) active.current = label
            }}
            className={styles.entry}
          >
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
      {more.length > 0 && (
        <span
          ref={(list) => {
            if (more.includes(chosen)) active.current = list
          }}
          className={styles.more}
        >
          <Select
            label="More markets"
            options={[NONE, ...more.map((value) => ({ value, label: value }))]}
            value={more.includes(chosen) ? chosen : NONE.value}
            onChange={(value) => value && choose(value)}
          />
        </span>
      )}
    </div>
  )
}
