import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const MAX_MAILS = 200

const mailSchema = z.object({
  id: z.string(),
  at: z.string(),
  to: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().default(''),
})
export type Mail = z.infer<typeof mailSchema>

export interface Mailbox {
  /** Stores a mail that the embedded data service would have sent. */
  add(mail: Omit<Mail, 'id'>): Promise<void>
  /** Newest first. */
  list(): Promise<Mail[]>
}

/**
 * Creates the mailbox of the embedded data service. Keeps the newest 200 mails in a folder, so that instances
 * share them and a restart keeps them, or in memory.
 */
export function createMailbox(folder?: string): Mailbox {
  return folder === undefined ? inMemory() : inFolder(folder)
}

function inMemory(): Mailbox {
  const mails: Mail[] = []
  return {
    async add(mail) {
      mails.unshift({ ...mail, id: randomUUID() })
      mails.length = Math.min(mails.length, MAX_MAILS)
    },
    list: async () => [...mails],
  }
}

function inFolder(folder: string): Mailbox {
  // File names begin with the time, so they sort by time.
  const names = async () => {
    const all = await readdir(folder).catch(() => [])
    return all.filter((name) => name.endsWith('.json')).sort((a, b) => (a < b ? 1 : -1))
  }
  const read = async (name: string): Promise<Mail[]> => {
    try {
      return [mailSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))]
    } catch {
      return []
    }
  }
  return {
    async add(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const id = `${Date.now()}-${randomUUID()}`
      const unfinished = join(folder, `.${id}`)
      await writeFile(unfinished, JSON.stringify({ ...mail, id }), { mode: 0o600 })
      await rename(unfinished, join(folder, `${id}.json`))
      const surplus = (await names()).slice(MAX_MAILS)
      await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
    },
    list: async () => (await Promise.all((await names()).slice(0, MAX_MAILS).map(read))).flat(),
  }
}
