import { createWritableValue } from '@propsight/shared/client'
import type { Readable } from '@propsight/shared/contracts'

export interface PageError {
  /** As in `ClientError`. `page`: caught by the outermost boundary of the page. */
  kind: 'error' | 'rejection' | 'page'
  error: unknown
}

/** Errors kept for the reporter, which starts after the first view. */
const MAX_ERRORS = 20

const errors = createWritableValue<readonly PageError[]>([])

/** Unhandled errors of this page, oldest first. */
export const pageErrors: Readable<readonly PageError[]> = errors

export function recordPageError(kind: PageError['kind'], error: unknown): void {
  errors.set([...errors.get(), { kind, error }].slice(-MAX_ERRORS))
}

/** Collects unhandled errors and rejections until the page ends. */
export function collectPageErrors(): void {
  addEventListener('error', (event) => recordPageError('error', event.error))
  addEventListener('unhandledrejection', (event) => recordPageError('rejection', event.reason))
}
