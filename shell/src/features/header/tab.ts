import type { IconName } from '@propsight/shared/ui'

/** One tab of the header, wherever it comes from. */
export interface Tab {
  path: string
  title: string
  /** Where the thumb bar has no room for the title. */
  short: string
  icon: IconName
  /** The pointer or the focus came near. */
  preload?: () => void
}
