import { expect, type Page } from '@playwright/test'
import { TEST_MAILBOX_KEY } from '@propsight/api/testing'
import { defaultTemplateLink, linkIn } from './mail-link.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Address of the mailbox page of a product or API that a test started. */
export const mailboxOf = (url: string): string => `${url}/dev/mailbox/${TEST_MAILBOX_KEY}`

const mailsTo = async (url: string, to: string): Promise<Mail[]> => {
  const response = await fetch(`${mailboxOf(url)}/mails.json`)
  const { mails } = (await response.json()) as { mails: Mail[] }
  return mails.filter((mail) => mail.to === to)
}

/** Number of mails sent to an address. */
export const countMails = async (url: string, to: string): Promise<number> => (await mailsTo(url, to)).length

/** Waits for at least `atLeast` mails to an address. @returns the link in the newest one */
export async function linkTo(url: string, to: string, atLeast = 1): Promise<string> {
  await expect.poll(() => countMails(url, to)).toBeGreaterThanOrEqual(atLeast)
  const [newest] = await mailsTo(url, to)
  return linkIn(newest?.text)
}

/** The code in the newest mail to an address. */
export async function codeTo(url: string, to: string, atLeast = 1): Promise<string> {
  await expect.poll(() => countMails(url, to)).toBeGreaterThanOrEqual(atLeast)
  const [newest] = await mailsTo(url, to)
  return /\d{6}/.exec(newest?.text ?? '')?.[0] ?? ''
}

/** Presses the button of the page that a mailed link opens. */
export const confirmLink = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue', exact: true }).click()

/** Opens a mailed link and presses the button of its page. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await confirmLink(page)
}

/** Opens the mailbox page, follows a button of the mail to this address, and presses the button of its page. */
export async function openMail(page: Page, url: string, to: string, button: string): Promise<void> {
  await expect.poll(() => countMails(url, to)).toBeGreaterThan(0)
  await page.goto(mailboxOf(url))
  await page.getByRole('article').filter({ hasText: to }).first().getByRole('link', { name: button }).click()
  await confirmLink(page)
}

/**
 * Uses a link up without a page, as the link of a project with the default templates does.
 * @returns the target of its redirect, with the provider's hash
 */
export async function follow(link: string): Promise<string> {
  const { headers } = await fetch(defaultTemplateLink(new URL(link).origin, link), { redirect: 'manual' })
  const location = headers.get('location')
  if (!location) throw new Error(`${link} has no redirect`)
  return location
}
