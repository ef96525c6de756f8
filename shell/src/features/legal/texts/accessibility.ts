import { SUPPORT_EMAIL } from '../../../config/support.ts'
import type { LegalDocument } from '../legal-document.ts'

export const ACCESSIBILITY: LegalDocument = {
  title: 'Accessibility Statement',
  intro:
    'Propsight is meant to be used by everybody who may use it. This statement says what we aim at, what falls short, and how to reach us.',
  sections: [
    {
      heading: 'What we aim at',
      blocks: [
        'Our measure is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. In practice that means:',
        {
          points: [
            'Everything works by keyboard alone, in an order that makes sense, with a focus you can see. Dialogs keep the focus, close by Escape and give it back.',
            'Colour is never the only sign: a side has its mark and its word, a grade its number.',
            'Text and controls keep their contrast in the dark and in the light theme, and more of it where your system asks for more.',
            'Motion is short, and there is none where your system asks for less.',
            'Text can be enlarged to 200 %, and pages fit a width of 320 pixels without scrolling sideways.',
            'Charts say what they show in a sentence and have a table behind them. Errors name the field and say what to do. Changes that happen by themselves are announced.',
            'Targets on a phone are 44 pixels or more.',
          ],
        },
      ],
    },
    {
      heading: 'How it is checked',
      blocks: [
        'Every screen and every dialog is checked by a program (axe) in both themes and at a phone’s and a desktop’s width whenever the software changes, and walked through by keyboard. Programs find about half of what can be wrong, so we also rely on what you tell us.',
      ],
    },
    {
      heading: 'What is known to fall short',
      blocks: [
        {
          points: [
            'The tables of the Pitchers page need a window of at least 768 pixels. Smaller ones say so and show the same figures as cards.',
            'The line in a player’s chart can be dragged; the stepper beside it does the same by keyboard, but a screen reader hears the stepper only.',
            'Pictures of statistics that you upload are read by a machine. What it could not read has to be typed by hand.',
            'A part of the site that another team deploys may fall behind the rest for a time.',
            'It has not been audited by an independent body yet, and not been tested with every pairing of browser and screen reader.',
          ],
        },
      ],
    },
    {
      heading: 'Tell us',
      blocks: [
        `If something is in your way, write to ${SUPPORT_EMAIL}, or use Contact Us at the foot of every screen. Say what you tried, on which page, and with which browser and aid, if you like. We answer within 2 business days, help you to get what you came for in another way, and mend the cause where we can.`,
      ],
    },
    {
      heading: 'If our answer does not help',
      blocks: [
        'You may turn to the authority that watches over accessibility where you live. In the United States that is the Department of Justice for the Americans with Disabilities Act.',
      ],
    },
  ],
}
