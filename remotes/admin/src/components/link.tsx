import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useAddress } from '../state/use-address.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** The query of this screen that it leads to. */
  to: Record<string, string>
}

/** A link within this screen: a plain click stays in the page, every other is the browser's. */
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
