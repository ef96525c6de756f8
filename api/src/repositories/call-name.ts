const ID = /\/(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+)(?=\/|$)/gi

/** Span name of a data service call, without ids and filters: `POST /rest/v1/rpc/start_run`. */
export const callName = ({ method, url }: Pick<Request, 'method' | 'url'>): string =>
  `${method} ${new URL(url).pathname.replace(ID, '/:id')}`
