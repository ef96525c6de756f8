import type { Toast, ToastAction } from '@propsight/shared/contracts'
import { atom, type createStore } from 'jotai'

/** A newer release that is offered to the user: of a remote while work is unsaved, or of the shell. */
export interface Update {
  /** `name@version`. */
  id: string
  title: string
  /** Effect of `run`: `swap` replaces one remote, `reload` reloads the page. */
  how: 'swap' | 'reload'
  run(): void
}

export const updatesAtom = atom<readonly Update[]>([])

export interface ShownToast {
  id: number
  message: string
  tone: 'info' | 'good' | 'low'
  action: ToastAction | undefined
}

type Store = ReturnType<typeof createStore>

/** How long a toast is shown, ms. Longer with an action, because WCAG 2.2.1 requires enough time to act. */
export const TOAST_MS = 6_000
export const TOAST_WITH_ACTION_MS = 12_000
const MAX_TOASTS = 3

export const toastsAtom = atom<readonly ShownToast[]>([])
let lastId = 0

export const dismissToast = (store: Store, id: number): void =>
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))

/** Shows a toast. At most three are shown; the oldest is removed first. */
export function showToast(store: Store, { message, tone = 'info', action }: Toast): void {
  const id = ++lastId
  store.set(toastsAtom, (toasts) => [...toasts, { id, message, tone, action }].slice(-MAX_TOASTS))
  setTimeout(() => dismissToast(store, id), action ? TOAST_WITH_ACTION_MS : TOAST_MS)
}
