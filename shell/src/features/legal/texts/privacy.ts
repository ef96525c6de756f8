import { CONTACT_EMAIL, OPERATOR, SUPPORT_EMAIL } from '../../../config/support.ts'
import type { LegalDocument } from '../legal-document.ts'
import { IN_BROWSER, STORED_DATA } from './stored-data.ts'

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  intro:
    'This policy says what Propsight keeps about you, why, for how long, and what you can do about it. It names everything that is stored, not only examples.',
  sections: [
    {
      heading: 'Who we are',
      blocks: [
        `Propsight is run by ${OPERATOR.name}, ${OPERATOR.address}, which decides what the data below is used for. “We” in this text means that operator. Questions about your data reach us at ${CONTACT_EMAIL}.`,
      ],
    },
    {
      heading: 'What we keep, and for how long',
      blocks: [
        'We ask for no more than the product needs. We do not ask for your name, your telephone number or your payment details, and we do not know what you bet, with whom, or whether you bet at all.',
        { storedData: STORED_DATA },
        'Backups of the database may hold deleted entries until the backup itself is replaced.',
      ],
    },
    {
      heading: 'In your browser',
      blocks: [
        'There is no advertising and no analytics of third parties on these pages. This is what the site itself stores in your browser, under these names:',
        { points: IN_BROWSER },
        'You can delete all of it in your browser’s settings. You are then signed out.',
      ],
    },
    {
      heading: 'What we use it for',
      blocks: [
        {
          points: [
            'To let you in and to keep others out of your account: e-mail address, password hash, sessions, access code.',
            'To keep the law and our own rules: the attested age, the consents, self-exclusion and limits.',
            'To keep sign-up to the regions where it is open: the region you name where the operator asks for it, which is compared and not stored.',
            'To do what you asked for: analyses, picks, parlays, credits.',
            'To answer you: messages sent through Contact Us are used only to respond to the inquiry and are not shared with third parties.',
            'To keep the service running and safe: load reports, request counts, the server log and the audit log.',
          ],
        },
        'Where a law asks for a legal basis, it is the contract with you for your account and your picks, your consent for what you attest and accept, and our legitimate interest in a safe service for the rest. We make no decision about you by automated means that has a legal effect.',
      ],
    },
    {
      heading: 'Who else receives it',
      blocks: [
        'We do not sell your data, do not share it with advertisers, leagues or sportsbooks, and do not use it to train models. It is stored with the providers that host the database, the sign-in service and the mail of the operator, who work on our instructions. We hand data to authorities only where a law compels us to.',
        'Lines, records and forecasts are asked of public services by our server, not by your browser and not in your name.',
        'A picture that you upload for an analysis is read and not kept. Where the operator has such reading, or the wording of an analysis, done by a provider’s model, the picture, or the figures of the players, go there; nothing that names you is sent with them, but what a picture shows is yours to choose.',
      ],
    },
    {
      heading: 'Your rights',
      blocks: [
        'You can use these at any time in the account dialog, under “Your data and limits”, without writing to anybody:',
        {
          points: [
            'Access and portability: “Download my data” gives you a JSON file with everything stored about you, table by table.',
            'Deletion: “Delete account” removes the account and all that hangs on it at once. What is left is named above: ledger entries without your name, the audit log’s internal number, and hashes for a closed or excluded account.',
            'Correction: you can change your e-mail address once a month; for anything else write to us.',
            'Restriction: a daily limit or a break (self-exclusion) holds from the moment you set it.',
          ],
        },
        `If you can no longer sign in, or want to object to a use or withdraw a consent, write to ${SUPPORT_EMAIL}. We answer within 30 days and never charge for it. You may also complain to the data protection authority where you live.`,
      ],
    },
    {
      heading: 'Security',
      blocks: [
        'Passwords are stored as one-way hashes only. Connections are encrypted wherever the operator serves the site over https. Every table of the database decides by itself who may read or change a row, so that a fault in a page does not open your data to others. Tokens of e-mail links are removed from the address bar at once; one that waits for you to press Continue stays in its tab until then. Administrators work under their own rights, and each of their actions is written down.',
        'No system is perfectly safe. If a breach puts you at risk, we tell you and the authorities as the law asks.',
      ],
    },
    {
      heading: 'Children',
      blocks: [
        `Propsight is for adults. Nobody under 21 may create an account. We do not knowingly keep data of anybody younger; if you believe that we do, write to ${SUPPORT_EMAIL} and we delete it.`,
      ],
    },
    {
      heading: 'Changes',
      blocks: [
        'When this policy changes, the date above changes with it, and the version you accepted stays in your consents. A change that takes rights from you or uses data for something new is announced in the notifications before it counts.',
      ],
    },
  ],
}
