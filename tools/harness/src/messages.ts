import * as z from 'zod'
import { logEntrySchema } from './log.ts'

export const THEMES = ['dark', 'light'] as const
export const WIDTHS = [390, 768, 1440] as const

/** Messages from the frame to the toolbar page. */
export const fromFrameSchema = z.discriminatedUnion('harness', [
  z.object({ harness: z.literal('log'), entry: logEntrySchema }),
  z.object({
    harness: z.literal('state'),
    address: z.string(),
    /** False after the remote has navigated to a path at which the shell shows another screen. */
    stays: z.boolean(),
    unsaved: z.object({ checks: z.int(), dirty: z.boolean() }),
    credits: z.int().nullable(),
  }),
])
export type FromFrame = z.infer<typeof fromFrameSchema>
export type FrameState = Extract<FromFrame, { harness: 'state' }>

/** Messages from the toolbar page to the frame. */
export const toFrameSchema = z.object({ harness: z.enum(['remount', 'back', ...THEMES]) })
export type ToFrame = z.infer<typeof toFrameSchema>
