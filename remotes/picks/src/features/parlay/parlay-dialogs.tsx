import type { ShellApi } from '@propsight/shared/contracts'
import type { ParlayFlow } from './parlay-flow.ts'

export interface ParlayDialogsProps {
  shell: ShellApi
  parlay: ParlayFlow
}

export const ParlayDialogs = (_props: ParlayDialogsProps) => null
