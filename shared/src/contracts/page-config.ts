import * as z from '@propsight/shared/schema'

/** Source of the numbers on the screen, which always shows it. */
export const dataSourceSchema = z.object({
  kind: z.enum(['sample', 'replay', 'live']),
  /** Text of the badge: 'Sample data', 'Season 2019 · July 15', 'Live'. */
  label: z.string(),
  /** The current league day of this source, US Eastern, `YYYY-MM-DD`. */
  today: z.string(),
  /** Season of `today`. */
  season: z.int(),
  /** Whether a source of sportsbook prices is configured; absent from older servers. */
  odds: z.boolean().optional(),
  /** The open sports; absent if baseball is the only one, and from older servers. */
  sports: z.array(z.string()).optional(),
})
export type DataSource = z.infer<typeof dataSourceSchema>

/**
 * Configuration of the shell, embedded in the page as `<script type="application/json"
 * id="propsight-config">`.
 */
export const pageConfigSchema = z.object({
  /** Origin of the data service; empty means the page's own origin. */
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  /** Origin of the API; empty means the page's own origin. */
  apiUrl: z.string(),
  dataSource: dataSourceSchema,
  /** Whether the embedded mailbox exists. */
  mailbox: z.boolean(),
  /** Whether Contact Us sends mail; if false, the form states that nothing was sent. */
  contact: z.boolean().default(false),
  /** Regions where sign-up is closed (ISO 3166). If there are any, the sign-up form asks for the region. */
  closedRegions: z.array(z.string()).default([]),
  passwordMinLength: z.int(),
  /** Whether the page registers the service worker that opens the product without a network. */
  serviceWorker: z.boolean().default(false),
  helplines: z.array(z.object({ label: z.string(), href: z.string() })),
  version: z.string(),
})
export type PageConfig = z.infer<typeof pageConfigSchema>

export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]
/**
 * Cookie with the theme that the visitor chose. The page is served with it, so that no other theme flashes; a script in
 * the head would delay the first paint by a request.
 */
export const THEME_COOKIE = 'propsight-theme'

/** Attribute of `<html>` of a page that the service worker opened, because the API could not be reached. */
export const OFFLINE_ATTRIBUTE = 'data-offline'

/** Cache of the browser with the user's last board. The shell removes it when the user signs out. */
export const LAST_BOARD_CACHE = 'propsight-board'

/** Files of the installed app, which the page links to and the API serves for all releases. */
export const APP_MANIFEST_PATH = '/manifest.webmanifest'
export const TOUCH_ICON_PATH = '/icons/apple-touch-icon.png'

/**
 * Key in local storage of the settings of prices, which the scanner writes with the id of their user. The shell removes
 * them when another user signs in.
 */
export const ODDS_SETTINGS_KEY = 'propsight:scanner'

export const CONFIG_ELEMENT_ID = 'propsight-config'
export const REGISTRY_ELEMENT_ID = 'propsight-registry'
