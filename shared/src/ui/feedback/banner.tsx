import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../brand/icon.tsx'
import { cx } from '../helpers.ts'
import styles from './banner.module.css'

export interface BannerProps {
  tone?: 'info' | 'mid' | 'low'
  icon?: IconName
  /** Bold summary of the state. */
  title?: string
  children?: ReactNode
  /** Usually one `bare` button. */
  action?: ReactNode
}

/** Message about a lasting state: offline, local copy, expiring. Use a toast for an event. */
export const Banner = ({ tone = 'info', icon, title, children, action }: BannerProps): ReactElement => (
  <div className={cx(styles.banner, tone !== 'info' && styles[tone])} role="status">
    {icon && <Icon name={icon} size={18} />}
    <p>
      {title && <b>{title}</b>} {children}
    </p>
    {action}
  </div>
)
