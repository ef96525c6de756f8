import { Dialog } from '@propsight/shared/ui'
import type { ReactElement } from 'react'

export interface ContactDialogProps {
  open: boolean
  onClose(): void
}

export const ContactDialog = ({ open, onClose }: ContactDialogProps): ReactElement => (
  <Dialog open={open} onClose={onClose} title="Contact Us" />
)
