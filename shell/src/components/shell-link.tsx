import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from 'react'
import { useServices } from '../state/services.ts'

export interface ShellLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
  onNavigate?: (() => void) | undefined
}

/**
 * An in-app link. A plain click navigates in the page; modified clicks (new tab, new window) go to the
 * browser.
 */
export function ShellLink({ to, onNavigate, children, ...rest }: ShellLinkProps): ReactElement {
  const { location } = useServices()
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    location.navigate(to)
    onNavigate?.()
  }
  return (
    <a {...rest} href={to} onClick={onClick}>
      {children}
    </a>
  )
}
