import { Icon, type IconName, nextEnabled } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router-dom'
import { layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import styles from './header.module.css'

/** One tab of the header, from the registry or from the shell. */
export interface Tab {
  path: string
  title: string
  /** Short title for the thumb bar and for tablets. */
  short: string
  icon: IconName
  /** Called when the pointer or the focus enters the tab. */
  preload?: () => void
}

/** Tabs in the bottom bar of phones. The menu lists all tabs. */
const MAX_BAR_TABS = 4

export function BottomBar({ tabs, current }: TabLinksProps): ReactElement {
  const { store } = useServices()
  const open = useAtomValue(layerAtom)?.kind === 'menu'
  return (
    <nav className={`${styles.thumbs} u-narrow`} aria-label="Main">
      {tabs.slice(0, MAX_BAR_TABS).map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          aria-current={tab.path === current ? 'page' : undefined}
          onPointerDown={tab.preload}
        >
          <Icon name={tab.icon} size={20} />
          <span>{tab.short}</span>
        </Link>
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

export interface TabLinksProps {
  tabs: readonly Tab[]
  /** Path of the open tab. */
  current: string | null
}

/** Tablets show the short title. Screen readers get the full title at every width. */
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

/** Scrolls the tab bar so that the open tab is visible. */
function scrollTabIntoView(nav: HTMLElement): void {
  const open = nav.querySelector<HTMLElement>('[aria-current]')
  if (!open) return
  const { left, right } = nav.getBoundingClientRect()
  const at = open.getBoundingClientRect()
  if (at.left < left || at.right > right) nav.scrollLeft += (at.left + at.right - left - right) / 2
}

/** Whether the content of an element is wider than the element, now and after every change of its size. */
function useOverflow(element: RefObject<HTMLElement | null>, count: number): boolean {
  const [overflows, setOverflows] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of tabs changes the width of the content
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setOverflows(box.scrollWidth > box.clientWidth + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, count])
  return overflows
}

/** Tabs as links: arrow keys move the focus, Enter opens the tab. When they do not fit, a button lists all of them. */
export function TabLinks({ tabs, current }: TabLinksProps): ReactElement {
  const { store } = useServices()
  const nav = useRef<HTMLElement>(null)
  const overflows = useOverflow(nav, tabs.length)
  const isMenuOpen = useAtomValue(layerAtom)?.kind === 'menu'
  // biome-ignore lint/correctness/useExhaustiveDependencies: path, tab count and button move the open tab's element
  useLayoutEffect(() => {
    if (nav.current) scrollTabIntoView(nav.current)
  }, [current, tabs.length, overflows])
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
    <>
      <nav ref={nav} className={`${styles.tabs} u-wide`} aria-label="Main" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <Link
            key={tab.path}
            to={tab.path}
            aria-current={tab.path === current ? 'page' : undefined}
            onPointerEnter={tab.preload}
            onFocus={tab.preload}
          >
            <Title tab={tab} />
          </Link>
        ))}
      </nav>
      {overflows && (
        <button
          type="button"
          className={`${styles.more} u-wide`}
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={() => store.set(layerAtom, { kind: 'menu' })}
        >
          All tabs
          <Icon name="chevron-down" />
        </button>
      )}
    </>
  )
}
