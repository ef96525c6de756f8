import { nextEnabled } from '@propsight/shared/ui'
import { type KeyboardEvent, type ReactElement, useRef } from 'react'
import { ShellLink } from '../../components/shell-link.tsx'
import styles from './header.module.css'
import type { Tab } from './tab.ts'

export interface TabLinksProps {
  tabs: readonly Tab[]
  /** Path of the open tab. */
  current: string | null
}

/** The short title stands in where a tablet has no room; who does not see it hears the whole one. */
const Title = ({ tab: { title, short } }: { tab: Tab }) =>
  title === short ? (
    title
  ) : (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
    </>
  )

/** The tabs as links: arrow keys move the focus along them, Enter opens. */
export function TabLinks({ tabs, current }: TabLinksProps): ReactElement {
  const nav = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link.contains(document.activeElement))
    const next = nextEnabled(
      event.key,
      at,
      links.map(() => false),
    )
    if (at < 0 || next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  return (
    <nav ref={nav} className={`${styles.tabs} u-wide`} aria-label="Main" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <ShellLink
          key={tab.path}
          to={tab.path}
          aria-current={tab.path === current ? 'page' : undefined}
          onPointerEnter={tab.preload}
          onFocus={tab.preload}
        >
          <Title tab={tab} />
        </ShellLink>
      ))}
    </nav>
  )
}
