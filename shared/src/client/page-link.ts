import { type AnchorHTMLAttributes, createElement, type ReactElement } from 'react'
import type { ShellApi } from '../contracts/remote-contract.ts'

/**
 * Time until the object URL is released, in milliseconds. By then the browser has started the download or
 * given up.
 */
const URL_LIFETIME_MS = 60_000

/** Downloads a text as a file. @param type its media type */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS)
}

/** Downloads CSV text as a file. The byte order mark makes spreadsheets read accented names as UTF-8. */
export const download = (name: string, csv: string): void =>
  saveFile(name, `\uFEFF${csv}`, 'text/csv;charset=utf-8')

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
