import { MLB_MARKETS, marketLabel } from '@propsight/shared/domain'
import { Segmented, Tag } from '@propsight/shared/ui'
import { useAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'
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

/** The MLB markets as a radio group: a column next to the board, or chips on small screens (N1). */
export function MarketMenu() {
  const [chosen, choose] = useAtom(categoryAtom)
  const name = useId()
  const menu = useRef<HTMLDivElement>(null)
  // On small screens the chosen chip is first, so that scrolling to the start shows it.
  useEffect(() => {
    if (menu.current && chosen) menu.current.scrollLeft = 0
  }, [chosen])
  return (
    <div ref={menu} role="radiogroup" aria-label="MLB stat lines" className={styles.menu}>
      {MLB_MARKETS.map((category) => (
        <label key={category} className={styles.entry}>
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
