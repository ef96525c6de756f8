import { IconButton } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const iconButton: CatalogueEntry = {
  name: 'Icon button',
  note: 'A square button whose name is only for screen readers. For the header and for closing; elsewhere use a text.',
  shows: ['IconButton'],
  states: [
    { label: 'Default', Show: () => <IconButton label="Close" icon="close" /> },
    { label: 'Hover', force: 'hover', Show: () => <IconButton label="Close" icon="close" /> },
    { label: 'Focus', force: 'focus', Show: () => <IconButton label="Close" icon="close" /> },
    { label: 'Disabled', Show: () => <IconButton label="Close" icon="close" disabled /> },
    { label: 'Badge', Show: () => <IconButton label="Notifications, 3 unseen" icon="bell" badge={3} /> },
    { label: 'Badge at 0', Show: () => <IconButton label="Notifications" icon="bell" badge={0} /> },
    { label: 'Initials', Show: () => <IconButton label="Account RK">RK</IconButton> },
  ],
}
