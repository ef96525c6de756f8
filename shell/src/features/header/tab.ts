import type { IconName } from '@propsight/shared/ui'

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
