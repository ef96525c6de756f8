import { THEMES } from '@propsight/shared/contracts'
import { Segmented } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { useServices } from '../state/services.ts'
import { themeAtom } from '../state/theme.ts'

const LABELS = { dark: 'Dark', light: 'Light', system: 'System' } as const
const OPTIONS = THEMES.map((value) => ({ value, label: LABELS[value] }))

export function ThemeChoice(): ReactElement {
  const { store } = useServices()
  const theme = useAtomValue(themeAtom)
  return (
    <Segmented
      label="Theme"
      options={OPTIONS}
      value={theme}
      onChange={(next) => store.set(themeAtom, next)}
    />
  )
}
