import { type AnchorHTMLAttributes, createElement, type ReactElement } from 'react'
import type { ShellApi } from '../contracts/remote-contract.ts'

export interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  shell: Pick<ShellApi, 'navigate'>
  /** Path with optional query. */
  to: string
}

/**
 * A link that navigates within the page on a plain click. A click with a modifier key (new tab, download) is left to
 * the browser. Without JSX, like `RouterContent`.
 */
export const PageLink = ({ shell, to, ...rest }: PageLinkProps): ReactElement =>
  createElement('a', {
    ...rest,
    href: to,
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      shell.navigate(to)
    },
  })
