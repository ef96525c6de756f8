import { IconButton } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { useServices } from '../../state/services.ts'
import { THEMES, themeAtom } from '../../state/theme.ts'
import styles from './header.module.css'

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
