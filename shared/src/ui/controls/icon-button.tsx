import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../brand/icon.tsx'
import { cx } from '../helpers.ts'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The accessible name. */
  label: string
  icon?: IconName
  /** Content in place of an icon, such as initials. */
  children?: ReactNode
  /** Count shown at the corner; hidden if 0. */
  badge?: number
}

/** A square button with an icon and an accessible name without visible text. */
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
