import { sql } from 'kysely'
import sharp from 'sharp'
import { ekyc } from '#contract/codes'
import { addDays, formatDateJa } from '#contract/day'
import type { CaptureSlot, IdentityDocument } from '#contract/identity-paper'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import type { DemoCustomer } from './demo-customers.ts'
import { instantOf } from './demo-days.ts'
import type { DemoWorld } from './demo-world.ts'

/** A specimen: nobody's paper. */
function card(person: DemoCustomer, slot: CaptureSlot): string {
  const address = `${person.prefecture}${person.city}${person.address1}`
  const birthday = formatDateJa(person.birthday).replace(/\(.\)$/, '')
  const text = (x: number, y: number, words: string, size = 34) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-family="Noto Sans CJK JP, sans-serif" fill="#26323d">${words}</text>`
  const face = (x: number, y: number, scale: number) =>
    `<g transform="translate(${x} ${y}) scale(${scale})"><rect width="220" height="280" fill="#b9d3e8"/><path d="M20 280c10-70 50-90 90-90s80 20 90 90z" fill="#26324a"/><ellipse cx="110" cy="125" rx="58" ry="74" fill="#e3b48f"/><path d="M50 110c0-70 120-80 122 4-30-40-80-44-122-4z" fill="#2f2620"/><circle cx="88" cy="128" r="6" fill="#2f2620"/><circle cx="132" cy="128" r="6" fill="#2f2620"/><path d="M92 165q18 12 36 0" stroke="#9c5b46" stroke-width="5" fill="none"/></g>`
  const body = {
    front: `${text(90, 130, `氏名 ${person.name}`, 46)}${text(700, 130, `${birthday}生`)}${text(90, 200, `住所 ${address}`)}${text(90, 250, person.address2)}<rect x="90" y="300" width="620" height="60" fill="#f0c24b"/>${text(110, 342, '2028年(令和10年)05月12日まで有効')}${text(400, 460, '見 本', 60)}${text(90, 620, '第 301234567890 号', 40)}${face(880, 320, 1.2)}`,
    back: `${text(90, 130, '備考', 46)}${[220, 310, 400, 490].map((y) => `<path d="M90 ${y}h1000" stroke="#8fa3b5" stroke-width="2"/>`).join('')}`,
    thickness: `<g transform="skewX(-18) translate(180 120) scale(.8 .7)"><rect width="1150" height="720" rx="40" fill="#dfeaf1"/><rect y="700" width="1150" height="36" rx="16" fill="#9fb2c1"/>${text(90, 130, person.name, 46)}</g>`,
    face: face(420, 60, 2.2),
  }[slot]
  const paper =
    slot === 'front' || slot === 'back'
      ? '<rect x="20" y="20" width="1160" height="720" rx="40" fill="#dfeaf1" stroke="#b4c6d4" stroke-width="4"/>'
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="760"><rect width="1200" height="760" fill="#8b8378"/>${paper}${body}</svg>`
}

const draw = (person: DemoCustomer) => (slot: CaptureSlot) =>
  sharp(Buffer.from(card(person, slot)))
    .webp({ quality: 82 })
    .toBuffer()

const papers: readonly IdentityDocument[] = ['driving_licence', 'my_number_card', 'residence_card']

/** Customers without a check who have applied at the first dealer have handed in their papers. */
export async function handInPapers(
  db: Db,
  tools: Pick<Tools, 'keys' | 'files'>,
  { customers, companies: [company_id] }: Pick<DemoWorld, 'customers' | 'companies'>,
  anchor: string,
): Promise<void> {
  if (company_id === undefined) return
  const { rows } = await sql<{ id: number }>`
    select distinct r.customer_id as id from purchase_request r where r.company_id = ${company_id}
      and not exists (select from identification i where i.customer_id = r.customer_id and i.company_id = ${company_id} and i.ekyc_status = ${ekyc.APPROVED})
    order by 1`.execute(db)
  const applied = new Set(rows.map(({ id }) => id))
  const waiting = customers.filter(({ id }) => applied.has(id)).slice(0, papers.length)
  for (const [index, person] of waiting.entries()) {
    const day = addDays(anchor, index === 0 ? -3 : -1)
    await makeIdentitySession(db, tools, {
      customer_id: person.id,
      company_id,
      document: papers[index] ?? 'driving_licence',
      submitted_at: instantOf(day, `1${index + 2}:05`).toISOString(),
      review_by: instantOf(addDays(day, index === 0 ? 1 : 3), '18:00').toISOString(),
      session: { expires_at: instantOf(addDays(anchor, 7), '23:59').toISOString() },
      pictureOf: draw(person),
    })
  }
}
