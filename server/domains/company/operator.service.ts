import { formatPostalCode } from '#contract/text'
import type { Db, Tx } from '#server/platform/db'
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

export function mailSignature(operator: OperatorNotice | null): string {
  return [
    '────────────────────',
    'おくる',
    ...(operator
      ? [`運営: ${operator.name}`, `〒${formatPostalCode(operator.postal_code)} ${operator.address}`]
      : ['(運営会社は準備中のため、まだ登録されていません)']),
    'このメールは送信専用です。ご返信いただいてもお答えできません。',
  ].join('\n')
}

export async function queueSignedMail(tx: Tx, mail: QueuedMail, at: Date): Promise<void> {
  const signature = mailSignature(await operatorNotice(tx))
  await queueMail(tx, { ...mail, body: `${mail.body.trimEnd()}\n\n${signature}\n` }, at)
}
