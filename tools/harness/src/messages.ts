import * as z from 'zod'

/** A recorded call from the remote to its host. */
export const logEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['api', 'data']),
    method: z.string(),
    path: z.string(),
    /** Null without a response: offline, or aborted by the remote. */
    status: z.int().nullable(),
    ms: z.int(),
  }),
  z.object({ kind: z.literal('navigate'), to: z.string(), replace: z.boolean() }),
  z.object({ kind: z.literal('overlay'), name: z.string() }),
  z.object({ kind: z.literal('extension'), name: z.string(), props: z.string(), isShown: z.boolean() }),
  z.object({
    kind: z.literal('toast'),
    message: z.string(),
    tone: z.string(),
    action: z.string().nullable(),
  }),
  z.object({ kind: z.literal('profile') }),
  z.object({ kind: z.literal('closed') }),
  z.object({ kind: z.literal('error'), message: z.string() }),
])
export type LogEntry = z.infer<typeof logEntrySchema>

export type Report = (entry: LogEntry) => void

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
