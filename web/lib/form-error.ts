import { sentencesByText } from './error-sentences.ts'
import { fieldErrors, sentenceFor } from './errors.ts'

const readable = (message: string): string => sentencesByText[message] ?? message

/** What a form shows: the server's messages by field, in Japanese; a failure without any says so as a whole. */
function toFormBody(error: unknown): Record<string, string[]> {
  const fields = Object.entries(fieldErrors(error)).map(([name, messages]) => [name, messages.map(readable)])
  return fields.length > 0 ? Object.fromEntries(fields) : { nonFieldErrors: [sentenceFor(error)] }
}

/** Does what a form asks for; a refusal is thrown in the shape the form reads. */
export async function forForm<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw { body: toFormBody(error), cause: error }
  }
}
