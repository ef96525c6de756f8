import { ToastRegion } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { useServices } from '../../state/services.ts'
import { dismissToast, toastsAtom } from '../../state/toasts.ts'

export function Toasts(): ReactElement {
  const { store } = useServices()
  return <ToastRegion toasts={useAtomValue(toastsAtom)} onDismiss={(id) => dismissToast(store, id)} />
}
