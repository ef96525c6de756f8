import type { ShellApi } from '@propsight/shared/contracts'

export interface TrackRecordProps {
  shell: ShellApi
  onClose(): void
}

export const TrackRecord = (_props: TrackRecordProps) => null
