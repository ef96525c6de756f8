import * as z from 'zod'
import { logEntrySchema } from './log.ts'

export const THEMES = ['dark', 'light'] as const
export const WIDTHS = [390, 768, 1440] as const

/** What the frame tells the toolbar around it. */
export const fromFrameSchema = z.discriminatedUnion('harness', [
  z.object({ harness: z.literal('log'), entry: logEntrySchema }),
  z.object({
    harness: z.literal('state'),
    address: z.string(),
    /** False once the remote has led to an address that the shell shows something else at. */
    stays: z.boolean(),
    unsaved: z.object({ checks: z.int(), dirty: z.boolean() }),
    credits: z.int().nullable(),
  }),
])
export type FromFrame = z.infer<typeof fromFrameSchema>
export type FrameState = Extract<FromFrame, { harness: 'state' }>

/** What the toolbar asks of the frame. */
export const toFrameSchema = z.object({ harness: z.enum(['remount', 'back', ...THEMES]) })
export type ToFrame = z.infer<typeof toFrameSchema>
