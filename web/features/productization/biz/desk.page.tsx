import { useParams } from '@tanstack/react-router'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Desk } from './desk.tsx'

export default function DeskPage() {
  const { slug } = useParams({ strict: false })
  useDocumentTitle(`商品化 ${slug ?? ''}`)
  return <Desk />
}
