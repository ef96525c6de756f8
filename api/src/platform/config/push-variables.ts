import { createECDH } from 'node:crypto'
import * as z from 'zod'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const isPrivateKey = (text: string): boolean => {
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** Web Push of alerts (VAPID, RFC 8292). Without a key, no pushes are offered. */
export const pushVariables = {
  /** Private key on the curve P-256, 32 bytes as base64url. All instances need the same key. */
  WEB_PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url')
    .refine(isPrivateKey, 'must be a private key of the curve P-256')
    .optional(),
  /** Contact for the operators of push services: `mailto:` or an `https:` address. */
  WEB_PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be mailto:… or https://…')
    .optional(),
  /** Origins of push services, instead of the known ones. For tests and private push services. */
  WEB_PUSH_ORIGINS: list
    .pipe(
      z.array(
        z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, 'must be an origin'),
      ),
    )
    .default([]),
}

type PushEnv = z.infer<z.ZodObject<typeof pushVariables>>

/** Checks the variables against each other. `refuse` is called for each variable that is wrong. */
export function checkPushVariables(
  env: PushEnv,
  refuse: (variable: keyof PushEnv, message: string) => void,
): void {
  if (env.WEB_PUSH_PRIVATE_KEY && !env.WEB_PUSH_SUBJECT)
    refuse('WEB_PUSH_SUBJECT', 'is needed where WEB_PUSH_PRIVATE_KEY is set')
}
