import { TransferPageOf } from './transfer-form.tsx'

export default function SpecialWithdrawalPage() {
  return <TransferPageOf route="special" />
}
