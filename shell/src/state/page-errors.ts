import { createValue } from '@propsight/shared/client'
import type { Readable } from '@propsight/shared/contracts'

export interface PageError {
  /** As `ClientError` has it; `page` is what the page's own boundary caught. */
  kind: 'error' | 'rejection' | 'page'
  error: unknown
}

/** Who reports them starts later, and takes what it finds. */
const MOST = 20

const errors = createValue<readonly PageError[]>([])

/** Errors of this page that nobody handled, oldest first. */
export const pageErrors: Readable<readonly PageError[]> = errors

export function notePageError(kind: PageError['kind'], error: unknown): void {
  errors.set([...errors.get(), { kind, error }].slice(-MOST))
}

/** Hears errors of the window from now on, until the page ends. */
export function hearPageErrors(): void {
  addEventListener('error', (event) => notePageError('error', event.error))
  addEventListener('unhandledrejection', (event) => notePageError('rejection', event.reason))
}
