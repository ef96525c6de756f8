import { Slot } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { Dialog } from '@propsight/shared/ui'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { AccountDialog } from '../features/account/account-dialog.tsx'
import { MenuDialog } from '../features/header/menu-dialog.tsx'
import type { Tab } from '../features/header/tab-links.tsx'
import { NotificationsDialog } from '../features/notifications/notifications-dialog.tsx'
import { RemoteView } from '../loader/remote-view.tsx'
import { useRegistry } from '../loader/use-registry.ts'
import type { Layer } from '../state/layer.ts'
import styles from './app.module.css'
import { OverrideGate } from './developer-tools.tsx'
import { DialogLoading, lazyPart, MissingDialog, MissingPart } from './lazy-part.tsx'

export interface LayersProps {
  shell: ShellApi
  tabs: readonly Tab[]
  current: string | null
}

const LegalDialog = lazyPart(
  async () => (await import('../features/legal/legal-dialog.tsx')).LegalDialog,
  MissingDialog,
)
const ContactDialog = lazyPart(
  async () => (await import('../features/contact/contact-dialog.tsx')).ContactDialog,
  MissingDialog,
)
const OverrideDialog = lazyPart(
  async () => (await import('../features/override/override-dialog.tsx')).OverrideDialog,
  MissingDialog,
)
const PaletteDialog = lazyPart(
  async () => (await import('../features/palette/palette-dialog.tsx')).PaletteDialog,
  MissingDialog,
)
const RightsView = lazyPart(
  async () => (await import('../features/rights/rights-view.tsx')).RightsView,
  MissingPart,
)

const AlertsList = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "alerts" */ '../features/alerts/alerts-list.tsx')).AlertsList,
  MissingPart,
)
const AlertSettingsView = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "alerts" */ '../features/alerts/alert-settings.tsx'))
      .AlertSettingsView,
  MissingPart,
)

/** Shows that a part of a dialog loads. @param flat the dialog reserves the height of the part */
const WhileLoading = ({ flat = false, children }: { flat?: boolean; children: ReactNode }) => (
  <Suspense
    fallback={
      <p className={flat ? undefined : styles.coming} role="status">
        Loading...
      </p>
    }
  >
    {children}
  </Suspense>
)

export interface LayerDialogProps extends LayersProps {
  layer: Layer
  open: boolean
  onClose(): void
}

export function LayerDialog({
  layer,
  open,
  onClose,
  shell,
  tabs,
  current,
}: LayerDialogProps): ReactElement | null {
  const { registry } = useRegistry()
  if (layer.kind === 'legal')
    return (
      <Suspense fallback={<DialogLoading />}>
        <LegalDialog text={layer.text} open={open} onClose={onClose} />
      </Suspense>
    )
  if (layer.kind === 'account')
    return (
      <AccountDialog
        open={open}
        onClose={onClose}
        first={layer.part}
        rights={
          <WhileLoading>
            <RightsView />
          </WhileLoading>
        }
        alerts={
          <WhileLoading>
            <AlertSettingsView />
          </WhileLoading>
        }
      />
    )
  if (layer.kind === 'notifications')
    return (
      <NotificationsDialog
        open={open}
        onClose={onClose}
        alerts={
          <WhileLoading flat>
            <AlertsList onClose={onClose} />
          </WhileLoading>
        }
      />
    )
  if (layer.kind === 'menu')
    return (
      <MenuDialog
        tabs={tabs}
        current={current}
        open={open}
        onClose={onClose}
        slot={<Slot shell={shell} name="header/menu" props={{}} />}
      />
    )
  if (layer.kind === 'contact')
    return (
      <Suspense fallback={<DialogLoading />}>
        <ContactDialog open={open} onClose={onClose} />
      </Suspense>
    )
  if (layer.kind === 'palette')
    return (
      <Suspense fallback={<DialogLoading />}>
        <PaletteDialog tabs={tabs} open={open} onClose={onClose} />
      </Suspense>
    )
  const entry = registry?.remotes.find((each) => each.name === layer.name)
  if (!entry) return null
  if (layer.kind === 'override')
    return (
      <Suspense fallback={<DialogLoading />}>
        <OverrideDialog entry={entry} url={layer.url} open={open} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog open={open} onClose={onClose} title={entry.placement.title} size="full">
      <OverrideGate entry={entry}>
        <RemoteView entry={entry} shell={shell} />
      </OverrideGate>
    </Dialog>
  )
}
