import * as z from 'zod'

/** Version of the file format; increased when earlier releases can no longer read the file. */
export const FORMAT = 1
/** Platform and processor in the manifest of a hosted project, whose rows fit every machine. */
export const HOSTED = 'hosted'
export const MANIFEST = 'propsight-backup.json'
export const CONTENTS = 'contents.json'

/** The first entry of a backup. It identifies the file before anything is unpacked. */
export const manifestSchema = z.object({
  product: z.literal('propsight'),
  format: z.int().positive(),
  madeAt: z.iso.datetime(),
  /** Version of the newest migration in the database. */
  migration: z.string().regex(/^\d{14}$/),
  database: z.object({ major: z.int(), platform: z.string(), arch: z.string() }),
})
export type Manifest = z.infer<typeof manifestSchema>

/**
 * The last entry of a backup: every file with its size in bytes and SHA-256 (hex). Without it a backup is
 * incomplete.
 */
export const contentsSchema = z.record(z.string(), z.object({ size: z.int(), sha256: z.string() }))
export type Contents = z.infer<typeof contentsSchema>

/** A backup cannot be made or used; the message gives the reason. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/**
 * Checks that this checkout on this machine can restore a backup.
 * @throws BackupError with a message for the operator
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
  for (const [what, saved, current] of [
    ['PostgreSQL', database.major, here.major],
    ['platform', database.platform, here.platform],
    ['processor', database.arch, here.arch],
  ] as const)
    if (saved !== current)
      throw new BackupError(
        `the backup is of another ${what} (${saved}, here ${current}): its data cannot be read here`,
      )
}
