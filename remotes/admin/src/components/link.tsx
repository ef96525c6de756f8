import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useAddress } from '../state/use-address.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Query parameters of the target; the path is the admin screen's. */
  to: Record<string, string>
}

/**
 * A link within this screen. A plain click navigates without a reload; the browser handles every other click.
 */
export function Link({ to, children, ...rest }: LinkProps) {
  const { at, go } = useAddress()
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={at(to)} onClick={onClick}>
      {children}
    </a>
  )
}
