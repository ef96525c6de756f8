import { createValue } from '@propsight/shared/client'
import type { Toast } from '@propsight/shared/contracts'
import type { ToastView } from '@propsight/shared/ui'

/** Display time and limit as in the shell: longer with an action; a fourth toast replaces the oldest. */
const TOAST_MS = 6_000
const TOAST_WITH_ACTION_MS = 12_000
const MOST = 3

/** Creates the list of displayed toasts. */
export function createToasts() {
  const shown = createValue<readonly ToastView[]>([])
  let lastId = 0
  const dismiss = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id))
  return {
    shown,
    dismiss,
    show({ message, tone = 'info', action }: Toast): void {
      const id = ++lastId
      shown.set([...shown.get(), { id, message, tone, action }].slice(-MOST))
      setTimeout(() => dismiss(id), action ? TOAST_WITH_ACTION_MS : TOAST_MS)
    },
  }
}
