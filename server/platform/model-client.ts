import * as z from 'zod'
import { checkInput } from './input-text.ts'

export interface ModelConfig {
  provider: 'openai' | 'anthropic'
  /** Up to the version: `https://api.openai.example/v1`, `https://api.anthropic.example/v1`. */
  apiUrl: string
  apiKey: string
  model: string
  /** Calls a company may make in a day. */
  dailyBudget: number
  /** In milliseconds, for an answer with its second attempt. */
  patience?: number
}

export type ModelProblem = 'timeout' | 'refused' | 'limited' | 'failed' | 'unusable' | 'budget'

/** Holds neither what was asked nor what was answered. */
export class ModelError extends Error {
  readonly problem: ModelProblem
  constructor(problem: ModelProblem, message: string) {
    super(message)
    this.name = 'ModelError'
    this.problem = problem
  }
}

export interface Asked<Answer> {
  instruction: string
  text: string
  /** JPEG */
  pictures: readonly Buffer[]
  answer: z.ZodType<Answer>
}

const usualPatience = 20_000
const mostBytes = 256 * 1024
const mostTokens = 2000

interface Message {
  path: string
  headers: Record<string, string>
  body: unknown
}

const schemaOf = (answer: z.ZodType): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { target: 'draft-7' }) as Record<string, unknown>
  return schema
}

function openAiMessage<T>(
  { model, apiKey }: ModelConfig,
  { instruction, text, pictures, answer }: Asked<T>,
): Message {
  const images = pictures.map((jpeg) => ({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${jpeg.toString('base64')}` },
  }))
  return {
    path: '/chat/completions',
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      model,
      messages: [
        { role: 'system', content: instruction },
        { role: 'user', content: [{ type: 'text', text }, ...images] },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: schemaOf(answer) },
      },
    },
  }
}

function anthropicMessage<T>(
  { model, apiKey }: ModelConfig,
  { instruction, text, pictures, answer }: Asked<T>,
): Message {
  const images = pictures.map((jpeg) => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/jpeg', data: jpeg.toString('base64') },
  }))
  return {
    path: '/messages',
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: mostTokens,
      system: instruction,
      messages: [{ role: 'user', content: [...images, { type: 'text', text }] }],
      tools: [{ name: 'answer', description: 'Takes the answer.', input_schema: schemaOf(answer) }],
      tool_choice: { type: 'tool', name: 'answer' },
    },
  }
}

const openAiAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})
const anthropicAnswer = z.object({
  content: z.array(
    z.object({ type: z.string(), name: z.string().optional(), input: z.unknown().optional() }),
  ),
})

function answerIn({ provider }: ModelConfig, json: unknown): unknown {
  if (provider === 'openai') return JSON.parse(openAiAnswer.parse(json).choices[0]?.message.content ?? '')
  const used = anthropicAnswer
    .parse(json)
    .content.find(({ type, name }) => type === 'tool_use' && name === 'answer')
  return used?.input
}

/** Stops reading at the limit. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new ModelError('unusable', 'the model sent too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed<T>(config: ModelConfig, text: string, answer: z.ZodType<T>): T {
  try {
    const found = answerIn(config, JSON.parse(text))
    checkInput(found)
    return answer.parse(found)
  } catch {
    throw new ModelError('unusable', 'the model sent something else than what was asked for')
  }
}

function refusalOf(status: number): ModelError {
  const problem = status === 429 ? 'limited' : status >= 500 || status === 408 ? 'failed' : 'refused'
  return new ModelError(problem, `the model responded ${status}`)
}

async function attempt<T>(
  config: ModelConfig,
  message: Message,
  answer: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    const response = await fetch(`${config.apiUrl}${message.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...message.headers },
      body: JSON.stringify(message.body),
      signal,
      redirect: 'error',
    })
    if (!response.ok) {
      void response.body?.cancel()
      throw refusalOf(response.status)
    }
    return parsed(config, await textOf(response), answer)
  } catch (error) {
    if (error instanceof ModelError) throw error
    if (signal.aborted) throw new ModelError('timeout', 'the model did not answer in time')
    throw new ModelError('failed', 'the model could not be reached')
  }
}

const worthRepeating = new Set<ModelProblem>(['failed', 'unusable'])

/** Asks once, and once more after a failure that may pass; `spend` counts each attempt and says whether it may be made. */
export async function askModel<T>(
  config: ModelConfig,
  asked: Asked<T>,
  spend: () => Promise<boolean>,
): Promise<T> {
  const message =
    config.provider === 'openai' ? openAiMessage(config, asked) : anthropicMessage(config, asked)
  const signal = AbortSignal.timeout(config.patience ?? usualPatience)
  const once = async (): Promise<T> => {
    if (!(await spend())) throw new ModelError('budget', 'the calls of the day are used up')
    return attempt(config, message, asked.answer, signal)
  }
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof ModelError) || !worthRepeating.has(error.problem) || signal.aborted) throw error
    return once()
  }
}
