import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The fields of a line of CSV; quoted fields may contain commas and doubled quotes. */
const fieldsOf = (line: string): string[] =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

/** Presses a download button and reads the CSV file as rows by column label. */
export async function downloadRows(page: Page, name: string | RegExp): Promise<Record<string, string>[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const [head = '', ...lines] = file
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const labels = fieldsOf(head)
  return lines.map((line) => {
    const fields = fieldsOf(line)
    return Object.fromEntries(labels.map((label, at) => [label, fields[at] ?? '']))
  })
}
