import { useReadable, useShell } from '@propsight/shared/client'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/**
 * The query parameters of the page, which select the open view, with functions to build URLs and to navigate.
 */
export function useQueryParams() {
  const shell = useShell()
  const { path, search } = useReadable(shell.location)
  const at = (values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`
  return {
    query: new URLSearchParams(search),
    at,
    go: (values: Record<string, string>) => shell.navigate(at(values)),
  }
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Query parameters of the target; the path is the admin screen's. */
  to: Record<string, string>
}

/**
 * A link within this screen. A plain click navigates without a reload; the browser handles every other click.
 */
export function Link({ to, children, ...rest }: LinkProps) {
  const { at, go } = useQueryParams()
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
