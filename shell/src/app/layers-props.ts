import type { ShellApi } from '@propsight/shared/contracts'
import type { Tab } from '../features/header/tab.ts'

export interface LayersProps {
  shell: ShellApi
  tabs: readonly Tab[]
  current: string | null
}
