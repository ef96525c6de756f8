/** How many notices there are: all that the bell needs, so that their texts come with the panel. */
export const NOTICE_COUNT = 1
