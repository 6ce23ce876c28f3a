import { CancelError } from './api-error.ts'
import { sentencesByText } from './error-sentences.ts'
import { fieldErrors, sentenceFor } from './errors.ts'

const readable = (message: string): string => sentencesByText[message] ?? message

/** The server's messages by field, in Japanese; a failure without any becomes a form message. */
function toFormBody(error: unknown): Record<string, string[]> {
  const fields = Object.entries(fieldErrors(error)).map(([name, messages]) => [name, messages.map(readable)])
  return fields.length > 0 ? Object.fromEntries(fields) : { nonFieldErrors: [sentenceFor(error)] }
}

/** Runs a form's call; rethrows a failure in the shape the form reads, or that it was given up. */
export async function forForm<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof CancelError) throw error
    throw { body: toFormBody(error), cause: error }
  }
}
