import type { ShellApi } from '@propsight/shared/contracts'

export interface PastParlaysProps {
  shell: ShellApi
  open: boolean
  onClose(): void
}

export const PastParlays = (_props: PastParlaysProps) => null
