import { Icon } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { ShellLink } from '../../components/shell-link.tsx'
import { useServices } from '../../state/services.ts'
import { layerAtom } from '../../state/layer.ts'
import styles from './header.module.css'
import type { TabLinksProps } from './tab-links.tsx'

/** Tabs in the bottom bar of phones. The menu lists all tabs. */
const MOST_TABS = 4

export function ThumbBar({ tabs, current }: TabLinksProps): ReactElement {
  const { store } = useServices()
  const open = useAtomValue(layerAtom)?.kind === 'menu'
  return (
    <nav className={`${styles.thumbs} u-narrow`} aria-label="Main">
      {tabs.slice(0, MOST_TABS).map((tab) => (
        <ShellLink
          key={tab.path}
          to={tab.path}
          aria-current={tab.path === current ? 'page' : undefined}
          onPointerDown={tab.preload}
        >
          <Icon name={tab.icon} size={20} />
          <span>{tab.short}</span>
        </ShellLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => store.set(layerAtom, { kind: 'menu' })}
      >
        <Icon name="menu" size={20} />
        <span>Menu</span>
      </button>
    </nav>
  )
}
