import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react'
import { Icon } from '../brand/icon.tsx'
import type { IconName } from '../brand/icon-paths.tsx'
import { cx } from '../class-names.ts'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The accessible name. */
  label: string
  icon?: IconName
  /** In place of an icon: initials, say. */
  children?: ReactNode
  /** A small count at the corner; nothing at 0. */
  badge?: number
}

/** A square button whose name is read, not shown. */
export function IconButton({
  label,
  icon,
  badge,
  children,
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <button type="button" {...rest} aria-label={label} className={cx(styles.button, className)}>
      {icon ? <Icon name={icon} size={18} /> : children}
      {badge ? (
        <span className={styles.badge} aria-hidden="true">
          {badge}
        </span>
      ) : null}
    </button>
  )
}
