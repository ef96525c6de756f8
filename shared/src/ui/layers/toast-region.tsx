import type { ReactElement } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './toast-region.module.css'

export interface ToastView {
  id: number
  message: string
  tone: 'info' | 'good' | 'low'
  action?: { label: string; run(): void } | undefined
}

export interface ToastRegionProps {
  toasts: readonly ToastView[]
  onDismiss(id: number): void
}

/**
 * Toasts at the bottom right, above the tab bar on phones. All are announced, failures assertively. An open dialog hides
 * everything without `aria-live` from assistive technology.
 */
export const ToastRegion = ({ toasts, onDismiss }: ToastRegionProps): ReactElement => (
  <section className={styles.region} aria-label="Notices" aria-live="off">
    {toasts.map((toast) => (
      <div key={toast.id} className={styles.toast} role={toast.tone === 'low' ? 'alert' : 'status'}>
        {toast.tone !== 'info' && <Icon name={toast.tone === 'good' ? 'check' : 'warning'} />}
        <p>{toast.message}</p>
        <button
          type="button"
          onClick={() => {
            toast.action?.run()
            onDismiss(toast.id)
          }}
        >
          {toast.action?.label ?? 'Dismiss'}
        </button>
      </div>
    ))}
  </section>
)
