import { formatPostalCode } from '#contract/text'
import { letterLook } from '#server/domains/store-look/letter-look.service'
import type { Db, Tx } from '#server/platform/db'
import { type Block, type Letter, letterHtml, letterText, paragraphsOf } from '#server/platform/letter'
import { type QueuedMail, queueMail } from '#server/platform/mail-queue'

export interface OperatorNotice {
  name: string
  representative: string
  postal_code: string
  address: string
  phone: string
}

export async function operatorNotice(db: Db): Promise<OperatorNotice | null> {
  const row = await db
    .selectFrom('company')
    .select(['name', 'representative', 'postal_code', 'address', 'phone'])
    .where('is_operator', '=', true)
    .executeTakeFirst()
  return row ?? null
}

function signatureOf(operator: OperatorNotice | null): string[] {
  return [
    ...(operator
      ? [`運営: ${operator.name}`, `〒${formatPostalCode(operator.postal_code)} ${operator.address}`]
      : ['(運営会社は準備中のため、まだ登録されていません)']),
    'このメールは送信専用です。ご返信いただいてもお答えできません。',
  ]
}

/** `store`: in whose look, the common one by default. */
export type Texts = { subject: string; store?: string } & (
  | { body: string }
  | { title: string; blocks: readonly Block[]; notes: readonly string[] }
)
type SignedMail = Pick<QueuedMail, 'account_id' | 'to' | 'template'> & Texts

export async function queueSignedMail(tx: Tx, mail: SignedMail, at: Date): Promise<number | undefined> {
  return queueMail(tx, { ...mail, ...(await signedTexts(tx, mail)) }, at)
}

/** As plain text and as HTML. */
async function signedTexts(db: Db, texts: Texts): Promise<{ body: string; html: string }> {
  const letter: Letter = {
    subject: texts.subject,
    look: await letterLook(db, texts.store ?? ''),
    ...('blocks' in texts
      ? { title: texts.title, blocks: texts.blocks }
      : {
          title: texts.subject.replace('【おくる】', ''),
          blocks: paragraphsOf(texts.body),
        }),
    signature: [...('notes' in texts ? texts.notes : []), ...signatureOf(await operatorNotice(db))],
  }
  return { body: letterText(letter), html: letterHtml(letter) }
}
