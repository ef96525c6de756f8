import { THEMES } from '@propsight/shared/contracts'
import { DataBadge, IconButton, Wordmark } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import { creditsAtom, userAtom } from '../../state/session.ts'
import { themeAtom } from '../../state/theme.ts'
import styles from './header.module.css'
import { type Tab, TabLinks } from './tab-links.tsx'

/** One or two initials of an e-mail address: 'rae.kimball@…' gives 'RK'; '?' without letters or digits. */
export function initials(email: string): string {
  const parts = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = parts.slice(0, 2).map((part) => [...part][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/**
 * Cycles dark, light, system. The menu of small screens and the account dialog offer the same choice by name.
 */
export function ThemeButton(): ReactElement {
  const { store } = useServices()
  const theme = useAtomValue(themeAtom)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'dark'
  return (
    <IconButton
      className={`${styles.theme} u-wide`}
      label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      icon="theme"
      onClick={() => store.set(themeAtom, next)}
    />
  )
}

export interface HeaderProps {
  tabs: readonly Tab[]
  current: string | null
  /** The bell, provided by the feature `notifications`. */
  bell?: ReactNode
}

/** Wordmark, tabs, data badge, credits, bell and account. */
export function Header({ tabs, current, bell }: HeaderProps): ReactElement {
  const { store, config } = useServices()
  const user = useAtomValue(userAtom)
  const credits = useAtomValue(creditsAtom)
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link to="/" className={styles.logo} aria-label="Propsight, Dashboard">
          <Wordmark />
        </Link>
        <TabLinks tabs={tabs} current={current} />
        <span className={`${styles.space} u-wide`} />
        <span className={`${styles.badge} ${user ? '' : styles.last}`}>
          <DataBadge kind={config.dataSource.kind} label={config.dataSource.label} brief />
        </span>
        {credits !== null && (
          <span className={`${styles.credits} u-wide`} aria-live="polite">
            <b>{credits.toLocaleString('en-US')}</b> {credits === 1 ? 'credit' : 'credits'}
          </span>
        )}
        <ThemeButton />
        {user && (
          <IconButton
            className={`${styles.find} u-wide`}
            label="Find"
            title="Find (Ctrl+K)"
            icon="search"
            onClick={() => store.set(layerAtom, { kind: 'palette' })}
          />
        )}
        {bell}
        {user && (
          <IconButton
            label={`Account ${initials(user.email)}`}
            onClick={() => store.set(layerAtom, { kind: 'account' })}
          >
            <span className={styles.avatar} aria-hidden="true">
              {initials(user.email)}
            </span>
          </IconButton>
        )}
      </div>
    </header>
  )
}
