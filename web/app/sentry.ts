import {
  captureReactException,
  dedupeIntegration,
  type ErrorEvent,
  init,
  isInitialized,
  linkedErrorsIntegration,
  type StackFrame,
} from '@sentry/react'
import { maskProse, maskText } from '#contract/mask'

const frameOf = ({ function: name, filename, lineno, colno, in_app }: StackFrame): StackFrame => ({
  function: name,
  filename: filename && maskText(filename),
  lineno,
  colno,
  in_app,
})

/** Only these fields leave the browser: no address, person, breadcrumb or input. */
export function scrubbed(event: ErrorEvent): ErrorEvent {
  const { type, event_id, timestamp, platform, level, release, sdk, tags } = event
  const values = event.exception?.values?.map(({ type, value, mechanism, stacktrace }) => ({
    type,
    value: value && maskProse(value),
    mechanism: mechanism && { type: mechanism.type, handled: mechanism.handled },
    stacktrace: { frames: stacktrace?.frames?.map(frameOf) },
  }))
  const { trace } = event.contexts ?? {}
  const own = { type, event_id, timestamp, platform, level, release, sdk, tags }
  return { ...own, contexts: { trace }, exception: { values } }
}

function start({ dsn, release }: Receiver): void {
  init({
    dsn,
    release,
    defaultIntegrations: false,
    integrations: [dedupeIntegration(), linkedErrorsIntegration()],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    sendClientReports: false,
    beforeBreadcrumb: () => null,
    beforeSend: scrubbed,
  })
}

export interface Receiver {
  dsn: string
  release: string
}

type About = { route: string | undefined; componentStack: string | undefined }

/** `route` is the pattern of the page's address, never the address. */
export function sendError(receiver: Receiver, error: unknown, { route, componentStack }: About): void {
  if (!isInitialized()) start(receiver)
  captureReactException(
    error,
    { componentStack: componentStack ?? '' },
    { captureContext: { tags: { route } } },
  )
}
