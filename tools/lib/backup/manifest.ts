import * as z from 'zod'

/** Raised where a file can no longer be read by the code of before. */
export const FORMAT = 1
export const MANIFEST = 'propsight-backup.json'
export const CONTENTS = 'contents.json'

/** First in the file: what it is, before anything is unpacked. */
export const manifestSchema = z.object({
  product: z.literal('propsight'),
  format: z.int().positive(),
  madeAt: z.iso.datetime(),
  /** Version of the newest migration that the database had. */
  migration: z.string().regex(/^\d{14}$/),
  database: z.object({ major: z.int(), platform: z.string(), arch: z.string() }),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Last in the file: every file with its bytes and SHA-256 (hex). A backup without it is not whole. */
export const contentsSchema = z.record(z.string(), z.object({ size: z.int(), sha256: z.string() }))
export type Contents = z.infer<typeof contentsSchema>

/** A file that is no backup, not whole, or not for this installation; the message says which. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/**
 * Whether this checkout on this machine can take a backup back.
 * @throws BackupError in words for the operator
 */
export function refuseForeign(
  manifest: Manifest,
  here: { migration: string; major: number; platform: string; arch: string },
): void {
  const { migration, database } = manifest
  if (migration > here.migration)
    throw new BackupError(
      `the backup is of a newer release (migration ${migration}, this checkout ends with ${here.migration}): restore it with that release`,
    )
  for (const [what, theirs, ours] of [
    ['PostgreSQL', database.major, here.major],
    ['platform', database.platform, here.platform],
    ['processor', database.arch, here.arch],
  ] as const)
    if (theirs !== ours)
      throw new BackupError(
        `the backup is of another ${what} (${theirs}, here ${ours}): its data cannot be read here`,
      )
}
