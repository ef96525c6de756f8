import type { ButtonHTMLAttributes, MouseEvent, ReactElement, Ref } from 'react'
import { cx } from '../class-names.ts'
import styles from './button.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  /** `go` is the one decision of a screen; `bad` destroys something. */
  variant?: 'default' | 'go' | 'bare' | 'bad'
  /** Working: stays where it is and keeps the focus, takes no second press. */
  busy?: boolean
  block?: boolean
  large?: boolean
  /** Filled quietly: done already, like Saved. */
  pressed?: boolean
  /** What pressing spends: '1 credit'. */
  cost?: string
}

const refuse = (event: MouseEvent): void => event.preventDefault()

/** A button; `type="button"` unless told. */
export function Button(props: ButtonProps): ReactElement {
  const { variant = 'default', busy, block, large, pressed, cost, className, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      // Disabling it would drop the focus of whoever pressed it.
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
