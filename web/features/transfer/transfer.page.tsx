import { TransferPageOf } from './transfer-form.tsx'

export default function TransferPage() {
  return <TransferPageOf route="ordinary" />
}
