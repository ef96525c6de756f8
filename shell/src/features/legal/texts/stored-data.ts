import type { StoredData } from '../legal-document.ts'

/** All personal data that the server stores. */
export const STORED_DATA: readonly StoredData[] = [
  {
    name: 'Sign-in',
    what: 'Your e-mail address, a one-way hash of your password, when you created the account, when you last signed in, and the sessions that are open. The sign-in service keeps them.',
    until: 'until you delete the account',
    tables: ['auth.identities', 'auth.sessions'],
  },
  {
    name: 'Sign-in log',
    what: 'What the sign-in service writes down about your account: your e-mail address, each sign-up, sign-in, sign-out, refreshed session and change, when it happened and, where the service records it, the network address it came from. It is part of the download of your data.',
    until:
      'for a year, or until you delete the account, where the service lets us remove its log; otherwise as long as the service keeps it',
    tables: ['auth.audit_log_entries'],
  },
  {
    name: 'Profile',
    what: 'Your e-mail address and when it was confirmed and last changed, your plan, your credits, and the moment you attested that you are 21 or older. Your date of birth is checked and not stored.',
    until: 'until you delete the account',
    tables: ['user_profiles'],
  },
  {
    name: 'Access code',
    what: 'The code you signed up with, your e-mail address, the version of the terms you saw, when you attested your age, when you followed a link in a mail to this address, and a hash of the network address you signed up from.',
    until:
      'until you delete the account; a reservation that no account follows lapses after 30 minutes and is removed 30 days later',
    tables: ['access_code_reservations'],
  },
  {
    name: 'Consents',
    what: 'Which version of the Terms and of the Privacy Policy you accepted, that you attested your age, and when.',
    until: 'until you delete the account',
    tables: ['consents'],
  },
  {
    name: 'Credits',
    what: 'Every change of your balance: how much, why, when, and a note where an administrator made it.',
    until: 'for good, since accounts have to add up; deleting the account takes your name off these entries',
    tables: ['credit_ledger', 'archived_ledger'],
  },
  {
    name: 'Analyses',
    what: 'Which analysis you ran, what it cost, when, and whether it was paid or given back.',
    until: 'until you delete the account',
    tables: ['runs', 'archived_runs'],
  },
  {
    name: 'What an analysis covers',
    what: 'The players of the lines that an analysis delivered; for a picture, a one-way hash of it and the names and stats read off it or corrected by you. The picture itself is not stored.',
    until: 'for half an hour after the analysis began',
    tables: ['run_deliveries'],
  },
  {
    name: 'Picks and parlays',
    what: 'The picks you saved with the numbers that were shown beside them, and the parlays that were made for you, each with the book and the day of the rules it is settled by, and how they ended. A pick expires 20 hours after you saved it.',
    until: 'picks until you delete them or they expire, parlays until you delete the account',
    tables: ['my_picks', 'past_parlays', 'archived_parlays'],
  },
  {
    name: 'Changes of picks',
    what: 'How many picks you saved, changed and deleted in the last hour in which you did so, and their size.',
    until: 'until you delete the account',
    tables: ['pick_writes'],
  },
  {
    name: 'Deleted picks',
    what: 'The number of a pick you deleted before it expired, so that another device of yours does not bring it back.',
    until: 'for two days',
    tables: ['deleted_picks'],
  },
  {
    name: 'Track record',
    what: 'For each pick you saved and each leg of your parlays: the player, the line, its game and when that starts by the book, the book whose rules settle it, the chance that we gave it, which is shown when the line has ended, the prices of sportsbooks when you saved it and at the start of the game, and how it ended. Nobody can change it afterwards, not even you, so that it says what was really promised.',
    until: 'until you delete the account; it outlives the picks themselves',
    tables: ['track_legs', 'archived_legs', 'pending_forecasts'],
  },
  {
    name: 'Starred props',
    what: 'The props you starred: the player, the market, the line and side, and when.',
    until: 'until you remove the star, or two days after the game',
    tables: ['starred_props'],
  },
  {
    name: 'Alert settings',
    what: 'What you want to be alerted about, by which way, your quiet hours and your time zone.',
    until: 'until you delete the account',
    tables: ['alert_settings'],
  },
  {
    name: 'Alerts',
    what: 'What you were alerted about, when, whether you read it, and whether a push or a mail about it was sent. And what you last learned about each of your picks and starred props, so that you are alerted once about each change.',
    until: 'alerts for 7 days, the rest for two days after the game',
    tables: ['alerts', 'alert_deliveries', 'alert_baselines'],
  },
  {
    name: 'Push',
    what: 'For each browser in which you turned on push: its address at the push service of its maker, and the keys that encrypt what is sent there, so that the push service cannot read it. The push service sees when something is sent.',
    until: 'until you turn it off, sign out in this browser, or the push service reports that it has ended',
    tables: ['push_subscriptions'],
  },
  {
    name: 'Limits',
    what: 'The daily limit of credits you set, and a higher one that waits for its day.',
    until: 'until you delete the account',
    tables: ['daily_limits'],
  },
  {
    name: 'Self-exclusion',
    what: 'That you excluded yourself and until when, under your account and, if you ever followed a link in a mail to it, under a one-way hash of your e-mail address, so that it also holds after the account is deleted.',
    until: 'until the exclusion has ended',
    tables: ['self_exclusions'],
  },
  {
    name: 'Closed accounts',
    what: 'A one-way hash of the e-mail address of a deleted account (together with the network address of the sign-up, if no link in a mail was ever followed), so that starting credits are given once.',
    until: 'for one year after the deletion',
    tables: ['closed_accounts'],
  },
  {
    name: 'Messages',
    what: 'What you send through Contact Us: your name, your e-mail address, the subject and the message, and whether it was delivered.',
    until: 'for 365 days after it was delivered, or until you delete the account you sent it from',
    tables: ['contact_messages'],
  },
  {
    name: 'Audit log',
    what: 'What administrators did: who, what, when, and to which account or code. It keeps the account’s internal number and no e-mail address of a deleted account.',
    until: 'for good',
    tables: ['admin_actions'],
  },
  {
    name: 'Roles',
    what: 'Whether your account is one of an administrator or of a developer, and in which groups it is that try new parts of the site first; for an administrator also the encrypted secret of the second factor, hashes of its recovery codes, and which sessions have passed it.',
    until: 'until the role is withdrawn or the account is deleted',
    tables: ['admins', 'developers', 'cohort_members', 'admin_factors', 'admin_factor_sessions'],
  },
  {
    name: 'Releases and how they load',
    what: 'Which version of a part of the site your browser was given, whether it loaded, how long that took and how fast its screen was, under the visitor number below and, signed in, under your account’s internal number; without an account under a hash of your network address. It lets a broken version be withdrawn.',
    until: 'for 30 days',
    tables: ['release_served', 'release_loads'],
  },
  {
    name: 'Error reports',
    what: 'When something on a page fails, your browser tells the server what failed: the kind of error and its text without anything in quotes, addresses, e-mail addresses or long numbers, the place in our code, the version, which screen it was, and the number of a request that failed just before. It does not say who you are: no account, no visitor number, no network address and nothing you typed.',
    until: 'for 30 days since the last time, and as long as the operator keeps its logs',
    tables: ['remote_errors'],
  },
  {
    name: 'Server log and limits',
    what: 'Time, path and status of each request, without e-mail addresses, codes or passwords; and for up to an hour a count of requests by network address, so that nobody can try passwords or codes without end.',
    until: 'as long as the operator keeps its logs; the counts for an hour at most',
    tables: [],
  },
]

/** Data stored in the browser: cookies and storage keys, by name. */
export const IN_BROWSER: readonly string[] = [
  'propsight.auth: your session. Signing out removes it.',
  'propsight-theme: a cookie with the theme that you chose, for one year.',
  'propsight.notifications-seen: how many notices you have seen.',
  'propsight.pending-code.{your e-mail}: an access code that waits for your first sign-in; removed once it is redeemed.',
  'propsight.reservation.{your e-mail}: proof that this browser made the reservation for your new account; removed once the account exists.',
  'propsight.requested-link.{your e-mail}: that a link was asked for here, for an hour, so that it signs you in without a question; removed once it is opened. And propsight.auth-code-verifier: the secret that such a link needs where the provider supports one.',
  'propsight.pending-email.{your user id}: a new address that waits for the link in its mail; removed once it is yours, and when you sign out.',
  'propsight.sign-in-notice: a sentence that the page shows after your sign-in, in this tab; removed once it is shown.',
  'propsight.password-reset: that you asked for a new password; removed once it is set.',
  'propsight.registry and propsight.broken-releases: which parts the site has, so that it also starts when the server is slow, and which of them did not load in this tab.',
  'propsight.running-release and propsight.storage-owners: which part runs in this tab, so that a part with which the page hangs is skipped after a reload; and which part stores what, so that none can fill the storage.',
  'propsight.probe: written and removed at once, to learn whether the browser keeps anything.',
  'propsight:analysis-settings and propsight:analysis-runs: the settings of the analysis, and in this tab the runs you have paid for and the rows read off your picture, so that a reload loses nothing and does not charge twice. Signing out removes the runs.',
  'propsight:scanner and propsight:scanner-runs: your books, the format of odds and your saved views of the odds scanner, and in this tab the analyses that you started there, so that a reload does not charge twice. AI mode sends your books, so that their prices count, and a saved pick keeps them. Signing out removes the analyses; the settings go when another person signs in here.',
  'propsight-files and propsight-board: the files of the site and the last board that you ranked, so that it opens without a network. The board is removed when you sign out.',
  'propsight:parlay-call: in this tab, the parlays you have asked for until they are there, so that a lost answer or a reload does not charge twice. Removed when you sign out.',
  'propsight:my-picks and propsight:my-picks-set-aside: a copy of your picks, also for when the server is away; expired ones are removed when you are next here. After you sign out, only picks stay that the server does not have yet. And what could not be read of it, until you discard it.',
  'propsight:settled-until:{your user id}: the time of the newest result of your picks that you have seen, so that later ones are announced. Removed when you sign out.',
  'propsight:pitchers, propsight:prop-lines and propsight:weather-sort: the pitchers page’s figures and lines of a day, kept for 12 hours so that they need not be read again, and how you sorted the weather.',
  'propsight-visitor: a cookie with a random number, for one year, that keeps you on one version of the site. It is not used to follow you elsewhere.',
  'propsight-account: a cookie with the internal number of your account, for a month, so that the site opens with the parts that it has for you. Signing out removes it.',
  'propsight-preview: a cookie while you look at a preview of a version of the site, from a link that you opened; removed when you leave it, or when the link expires.',
  'propsight-admin, propsight:admin-key-given, propsight-override, propsight.override-owner, propsight.override-ended and propsight.debug: for administrators and developers only.',
]
