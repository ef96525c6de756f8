import { expect } from '@playwright/test'

export type Role = 'button' | 'dialog' | 'heading' | 'img' | 'link' | 'tab' | 'table'
export type Name = string | RegExp

/**
 * What a person does and sees, by role and accessible name. Firefox and WebKit are driven by different protocols;
 * the journeys are written against this interface, once.
 */
export interface Visitor {
  open(url: string): Promise<void>
  /** Activates the first visible element, once there is one. */
  press(role: Role, name: Name): Promise<void>
  /** Checks a radio button of a group. The visible part of it is its label. */
  check(group: string, option: string): Promise<void>
  /** Types into an empty field. */
  type(label: string, text: string): Promise<void>
  select(label: string, option: string): Promise<void>
  /** What the visible elements are called, in the order of the page: their label, or else their text. */
  labels(role: Role, name: Name): Promise<string[]>
  /** Text of the page as rendered. */
  pageText(): Promise<string>
  /** Errors and violations of the content policy so far. */
  problems(): Promise<string[]>
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}

/** Longer than an analysis with cold caches on a busy machine takes. */
export const LIMIT_MS = 120_000

/** Waits for an element. A query that fails because the page is navigating is repeated. */
export const sees = (visitor: Visitor, role: Role, name: Name): Promise<void> =>
  expect(async () => expect(await visitor.labels(role, name), `${role} ${name}`).not.toEqual([])).toPass({
    timeout: LIMIT_MS,
  })

export const reads = (visitor: Visitor, text: RegExp): Promise<void> =>
  expect(async () => expect(await visitor.pageText()).toMatch(text)).toPass({ timeout: LIMIT_MS })
