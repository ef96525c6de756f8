import type { ButtonHTMLAttributes, MouseEvent, ReactElement, Ref } from 'react'
import { cx } from '../helpers.ts'
import styles from './button.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  /** `go`: the primary action of a screen; `bad`: a destructive action; `bare`: without a border. */
  variant?: 'default' | 'go' | 'bare' | 'bad'
  /** The action is pending: the button keeps its size and focus, and ignores clicks. */
  busy?: boolean
  block?: boolean
  large?: boolean
  /** The action is already done, such as Saved. */
  pressed?: boolean
  /** Cost of the action: '1 credit'. */
  cost?: string
}

const refuse = (event: MouseEvent): void => event.preventDefault()

/** A button; `type="button"` by default. */
export function Button(props: ButtonProps): ReactElement {
  const { variant = 'default', busy, block, large, pressed, cost, className, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      // The `disabled` attribute would remove the focus from the button.
      onClick={busy ? refuse : rest.onClick}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      className={cx(
        styles.button,
        variant !== 'default' && styles[variant],
        busy && styles.busy,
        block && styles.block,
        large && styles.large,
        pressed && styles.pressed,
        className,
      )}
    >
      {children}
      {cost && <span className={styles.cost}>{cost}</span>}
    </button>
  )
}
